import { notFound } from '../../contract/errors.ts'
import type { Context } from '../domain/context.ts'
import { type License, licenses } from '../domain/templates/licenses.ts'
import { type Template, type TemplateKind, templatesOf } from '../domain/templates/texts.ts'

/** What a request writes into the text of a licence. */
export interface LicenseRequest {
  readonly project?: string
  readonly fullname?: string
}

/** The licences, with the year and the names in their texts; what nobody says stays a blank in brackets. */
export function licensesFor(
  { viewer, today }: Context,
  { project = '[project]', fullname = viewer.user?.name ?? '[fullname]' }: LicenseRequest,
): readonly License[] {
  return licenses({ year: today.slice(0, 4), project, fullname })
}

/** The licence of a key, whatever its case; throws 404 where there is none. */
export function licenseOf(context: Context, key: string, request: LicenseRequest): License {
  const found = licensesFor(context, request).find((one) => one.key === key.toLowerCase())
  if (!found) throw notFound('License')
  return found
}

/** The text of a kind and a key; throws 404, in the words of lib/api/templates.rb, where there is none. */
export function templateOf(kind: TemplateKind, key: string): Template {
  const found = templatesOf[kind]().find((one) => one.key === key)
  if (!found) throw notFound(kind.slice(0, -1))
  return found
}
