import { omitUndefined } from '../changes.ts'
import type { Context } from '../context.ts'
import { checkNoErrors, colorErrors } from '../validation.ts'

/** The default appearance of the instance. */
const defaults = {
  title: '',
  description: '',
  pwa_name: '',
  pwa_short_name: '',
  pwa_description: '',
  logo: null as string | null,
  pwa_icon: null as string | null,
  header_logo: null as string | null,
  favicon: null as string | null,
  member_guidelines: '',
  new_project_guidelines: '',
  profile_image_guidelines: '',
  header_message: '',
  footer_message: '',
  message_background_color: '#e75e40',
  message_font_color: '#ffffff',
  email_header_and_footer_enabled: false,
}

/** The texts, colours and images of the instance. */
export type Appearance = typeof defaults

/** The changes of the appearance in a request; an image is given by the name of its file. */
export type AppearanceChanges = {
  readonly [Name in keyof Appearance]?: Appearance[Name] | undefined
}

export function appearanceOf({ settings }: Pick<Context, 'settings'>): Appearance {
  return { ...defaults, ...settings.appearance }
}

/** Throws 400 for an invalid colour. */
export function checkAppearance(changes: AppearanceChanges): void {
  const { message_background_color: background, message_font_color: font } = changes
  checkNoErrors({
    message_background_color: background === undefined ? [] : colorErrors(background),
    message_font_color: font === undefined ? [] : colorErrors(font),
  })
}

/** Updates the given attributes; an empty file name or null removes an image. */
export function changeAppearance(
  { store, settings }: Context,
  changes: AppearanceChanges,
): Appearance {
  const pictures = (['logo', 'pwa_icon', 'header_logo', 'favicon'] as const).map((name) => {
    const file = changes[name]
    const path = file ? `/uploads/-/system/appearance/${name}/1/${file}` : file
    return [name, path]
  })
  const changed = { ...changes, ...Object.fromEntries(pictures) }
  const appearance = { ...settings.appearance, ...omitUndefined(changed) }
  return appearanceOf({ settings: store.settings.replace(settings, { appearance }) })
}
