import { changeSettings, checkSettings, settingsChanges } from '../../domain/settings.ts'
import { applicationSettingsResource } from '../../resources/v3/application-settings.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Application settings. */
export const applicationSettings = {
  getApplicationSettings: ({ settings }) => applicationSettingsResource(settings),

  updateApplicationSettings(context, attributes) {
    const changes = settingsChanges(attributes)
    checkSettings(context, changes)
    return applicationSettingsResource(changeSettings(context, changes))
  },
} satisfies OperationsOf<'v3', 'Application settings'>
