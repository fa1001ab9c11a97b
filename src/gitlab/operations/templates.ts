import { notFound } from '../../contract/errors.ts'
import type { Context } from '../domain/context.ts'
import type { License } from '../domain/templates/licenses.ts'
import { licensesWith, templatesOf } from '../domain/templates/templates.ts'
import type { Template, TemplateKind } from '../domain/templates/texts.ts'

/** The values for the text of a licence in a request. */
export interface LicenseRequest {
  readonly project?: string
  readonly fullname?: string
}

/** Returns the licences, with the year and the names in their texts; missing names are placeholders in brackets. */
export function licensesFor(
  { viewer, today }: Context,
  { project = '[project]', fullname = viewer.user?.name ?? '[fullname]' }: LicenseRequest,
): readonly License[] {
  return licensesWith({ year: today.slice(0, 4), project, fullname })
}

/** Returns a licence by key, ignoring case. Throws 404 where it is missing. */
export function licenseOf(context: Context, key: string, request: LicenseRequest): License {
  const found = licensesFor(context, request).find((one) => one.key === key.toLowerCase())
  if (!found) throw notFound('License')
  return found
}

/** Returns a template by kind and key. Throws 404 with the message of lib/api/templates.rb where it is missing. */
export function templateOf(kind: TemplateKind, key: string): Template {
  const found = templatesOf(kind).find((one) => one.key === key)
  if (!found) throw notFound(kind.slice(0, -1))
  return found
}
