import { OnDemand } from '../../../shared/on-demand.ts'
import type { License, LicenseBlanks } from './licenses.ts'
import type { Template, TemplateKind } from './texts.ts'

/** The templates and licences, which most suites never read. */
const texts = new OnDemand(() => import('./texts.ts'))
const licenses = new OnDemand(() => import('./licenses.ts'))

/** Returns the templates of a kind. */
export function templatesOf(kind: TemplateKind): readonly Template[] {
  return texts.module().templatesOf[kind]()
}

/** Returns the licences by key, with the values of their placeholders. */
export function licensesWith(blanks: LicenseBlanks): readonly License[] {
  return licenses.module().licenses(blanks)
}
