import type { PagesDomain, PagesSettings } from '../../../contract/generated/v4/contract.ts'
import type { PagesDomainRecord } from '../../../store/models/pages-domain.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Presentation } from '../../domain/context.ts'
import { addressOfPages } from '../../domain/projects/pages.ts'

/** Returns the settings of a project's pages (schemas/v4/resources/pages-settings.json). */
export function pagesSettings(project: ProjectRecord, presentation: Presentation): PagesSettings {
  const { pages_unique_domain_enabled, pages_https_only, pages_primary_domain } = project.settings
  return {
    url: addressOfPages(presentation, project),
    deployments: [],
    is_unique_domain_enabled: pages_unique_domain_enabled,
    force_https: pages_https_only,
    primary_domain: pages_primary_domain,
  }
}

/** Returns a pages domain (schemas/v4/resources/pages-domain.json). */
export function pagesDomainResource(record: PagesDomainRecord): PagesDomain {
  const { domain, auto_ssl_enabled, verification_code, enabled_until, certificate } = record
  return {
    domain,
    url: `${certificate ? 'https' : 'http'}://${domain}`,
    auto_ssl_enabled,
    verified: enabled_until !== null,
    verification_code,
    enabled_until,
    ...(certificate && {
      certificate: {
        subject: `/CN=${domain}`,
        expired: false,
        certificate,
        certificate_text: certificate,
      },
    }),
  }
}
