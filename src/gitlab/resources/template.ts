import type {
  License as LicenseResource,
  TemplateText,
} from '../../contract/generated/v3/contract.ts'
import type { License } from '../domain/templates/licenses.ts'
import type { Template } from '../domain/templates/texts.ts'

/** A licence, in either API (schemas/v3/resources/license.json). */
export function licenseResource(license: License): LicenseResource {
  const { conditions, permissions, limitations } = license
  return {
    ...license,
    conditions: [...conditions],
    permissions: [...permissions],
    limitations: [...limitations],
  }
}

/** A text to begin a file with, in either API (schemas/v3/resources/template-text.json). */
export const templateText = ({ name, content }: Template): TemplateText => ({ name, content })

/** What it is called (schemas/v4/resources/template-name.json). */
export const templateName = ({ key, name }: Pick<Template, 'key' | 'name'>) => ({ key, name })
