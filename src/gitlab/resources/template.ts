import type {
  License as LicenseResource,
  TemplateText,
} from '../../contract/generated/v3/contract.ts'
import type { License } from '../domain/templates/licenses.ts'
import type { Template } from '../domain/templates/texts.ts'

/** Returns a licence for both APIs (schemas/v3/resources/license.json). */
export function licenseResource(license: License): LicenseResource {
  const { conditions, permissions, limitations } = license
  return {
    ...license,
    conditions: [...conditions],
    permissions: [...permissions],
    limitations: [...limitations],
  }
}

/** Returns a file template for both APIs (schemas/v3/resources/template-text.json). */
export const templateText = ({ name, content }: Template): TemplateText => ({ name, content })

/** Returns the key and the name of a template (schemas/v4/resources/template-name.json). */
export const templateName = ({ key, name }: Pick<Template, 'key' | 'name'>) => ({ key, name })
