import { isUrl } from '../../../shared/is-url.ts'
import type { PagesDomainRecord } from '../../../store/models/pages-domain.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { folded } from '../../../store/record-keys.ts'
import { omitUndefined } from '../changes.ts'
import type { SystemContext } from '../context.ts'
import { pathWithNamespace, type WithStore } from '../lookups.ts'
import { checkNoErrors } from '../validation.ts'

/** The Pages settings of a project that can be changed. */
export type PagesSettings = Partial<
  Pick<
    ProjectRecord['settings'],
    'pages_unique_domain_enabled' | 'pages_https_only' | 'pages_primary_domain'
  >
>

/** Returns the address of a project's pages: a unique host, or a folder on the host of the root namespace. */
export function addressOfPages(
  context: Pick<SystemContext, 'store' | 'addresses'>,
  project: ProjectRecord,
): string {
  const { pages_unique_domain_enabled: isUnique, pages_https_only } = project.settings
  const host = `pages.${context.addresses.host()}`
  const [root, ...steps] = pathWithNamespace(context, project).split('/')
  const place = isUnique
    ? `${project.path}-${project.id}.${host}`
    : `${root}.${host}/${steps.join('/')}`
  return `${pages_https_only ? 'https' : 'http'}://${place}`
}

/** Throws 400 for a primary domain that is not one of the project's Pages domains. */
export function checkPagesSettings(
  context: WithStore,
  project: ProjectRecord,
  { pages_primary_domain: primary }: PagesSettings,
): void {
  const isKnown = !primary || domainOf(context, project, hostnameOf(primary)) !== undefined
  checkNoErrors({
    pages_primary_domain: isKnown ? [] : ['is missing from the list of domains of the project'],
  })
}

/** Returns the host name of a URL; empty for other texts. */
function hostnameOf(address: string): string {
  return isUrl(address) ? new URL(address).hostname : ''
}

export function setPages(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  project: ProjectRecord,
  given: PagesSettings,
): ProjectRecord {
  const settings = { ...project.settings, ...omitUndefined(given) }
  return store.projects.replace(project, { settings, updated_at: now })
}

/** Finds a Pages domain of a project by its name. */
export function domainOf(
  { store }: WithStore,
  { id }: ProjectRecord,
  name: string,
): PagesDomainRecord | undefined {
  const domain = store.pagesDomains.one('domain', folded(name))
  return domain?.project_id === id ? domain : undefined
}

/** The attributes of a Pages domain in a request. */
export interface PagesDomainAttributes {
  readonly certificate?: string | null | undefined
  readonly key?: string | null | undefined
  readonly auto_ssl_enabled?: boolean | undefined
}

/** Throws 400 for an invalid or duplicate domain, and for an invalid certificate or key. */
export function checkPagesDomain(
  { store }: WithStore,
  { domain, certificate, key }: PagesDomainAttributes & { readonly domain?: string },
): void {
  const isTaken = domain !== undefined && store.pagesDomains.one('domain', folded(domain))
  checkNoErrors({
    domain: [
      ...(domain === undefined || isDomain(domain) ? [] : ['is invalid']),
      ...(isTaken ? ['has already been taken'] : []),
    ],
    certificate:
      !certificate || certificate.startsWith('-----BEGIN CERTIFICATE-----')
        ? []
        : ['must be a valid PEM certificate'],
    key:
      !key || /^-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/.test(key) ? [] : ['must be a valid key'],
  })
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  return (
    text.length <= 255 &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label))
  )
}

/** Adds a Pages domain to a project, which is not yet verified. */
export function addPagesDomain(
  { store, now, random }: SystemContext,
  project: ProjectRecord,
  { domain, ...attributes }: PagesDomainAttributes & { readonly domain: string },
): PagesDomainRecord {
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16))
  return store.pagesDomains.insert({
    project_id: project.id,
    domain,
    ...omitUndefined(attributes),
    verification_code: digits.join(''),
    created_at: now,
  })
}

export function changePagesDomain(
  { store }: WithStore,
  domain: PagesDomainRecord,
  { certificate, key, auto_ssl_enabled }: PagesDomainAttributes,
): PagesDomainRecord {
  const changes = omitUndefined({ certificate, key, auto_ssl_enabled })
  return store.pagesDomains.replace(domain, changes)
}

/** `VERIFICATION_PERIOD` of app/services/verify_pages_domain_service.rb, in milliseconds. */
const WEEK = 7 * 86_400_000

/** Marks a domain as verified for a week, without a DNS query. */
export function verifyPagesDomain(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  domain: PagesDomainRecord,
): PagesDomainRecord {
  const enabled_until = new Date(Date.parse(now) + WEEK).toISOString()
  return store.pagesDomains.replace(domain, { enabled_until })
}

export function removePagesDomain({ store }: WithStore, domain: PagesDomainRecord): void {
  store.pagesDomains.remove(domain)
}
