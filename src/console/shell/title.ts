import { computed, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** What the title of the tab names, from the narrowest on. */
interface Shown {
  /** One thing: an issue, a request. */
  readonly record?: string | undefined
  /** A part of a place, where no record is shown: the issues of a project. */
  readonly part?: string | undefined
  /** What the record or the part is of: a project. */
  readonly place?: string | undefined
}

const shown = signal<Shown>({})

/** What is shown now, for the title of the tab; empty where only the view is known. */
export const shownTitles = computed(() => {
  const { record, part, place } = shown.value
  return [record ?? part, place].filter((one) => one !== undefined)
})

/**
 * Names in the title of the tab what a component shows, for as long as it does.
 *
 * @param text undefined while it is not known
 * @example useTitle('record', issue && `#${issue.iid} ${issue.title}`)
 */
export function useTitle(kind: keyof Shown, text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return
    shown.value = { ...shown.value, [kind]: text.slice(0, 200) }
    return () => {
      shown.value = { ...shown.value, [kind]: undefined }
    }
  }, [kind, text])
}
