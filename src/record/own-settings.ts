import type { Recording } from './recording.ts'

/** What the token's own user is notified of, everywhere and by group and project. */
export async function recordNotifications({ reader, collected, me }: Recording): Promise<void> {
  const add = (place: object, settings: SeenSettings | undefined) => {
    if (!settings?.level) return
    const events = Object.entries(settings.events ?? {}).flatMap(([name, isOn]) =>
      isOn ? [name] : [],
    )
    const { level } = settings
    collected.add('notification_settings', { user_id: me.id, ...place, level, events })
  }
  add({}, await reader.get('getNotificationSettings', {}))
  for (const { id, kind } of collected.entries('namespaces')) {
    if (kind !== 'group') continue
    const settings = await reader.get('getGroupNotificationSettings', { id: String(id) })
    if (settings?.level !== 'global') add({ source_type: 'group', source_id: id }, settings)
  }
  for (const { id } of collected.entries('projects')) {
    const settings = await reader.get('getProjectNotificationSettings', { id: String(id) })
    if (settings?.level !== 'global') add({ source_type: 'project', source_id: id }, settings)
  }
}

interface SeenSettings {
  readonly level?: string
  readonly events?: Readonly<Record<string, boolean | undefined>>
}

/** The settings of the instance, which administrators see. */
export async function recordSettings({ reader, collected, me }: Recording): Promise<void> {
  const settings = me.isAdmin ? await reader.get('getApplicationSettings', {}) : undefined
  if (settings) collected.add('settings', { ...settings, id: 1 })
}
