import { readBaseUrl } from '../../contract/base-paths.ts'
import { aBoolean, aFunction, type OptionRule, type OptionRules } from '../../shared/options.ts'
import type { ControlAccess } from '../../worlds/control/permission.ts'
import { readHostName, readOrigin } from './access-names.ts'
import type { PlaceOptions } from './request-place.ts'
import type { ServedRequest } from './served-request.ts'
import type { AccessOptions } from './who-may-ask.ts'

/** The address of an application, its access control beyond this machine, and the listener of its requests. */
export interface ApplicationOptions extends AccessOptions, PlaceOptions, ControlAccess {
  /** Called with each request that does not reach the API; `forge.requests` has those that do. */
  readonly onServed?: (request: ServedRequest) => void
}

function aListOf(what: string, read: (text: string) => string | undefined): OptionRule {
  const isOne = (value: unknown) => typeof value === 'string' && read(value) !== undefined
  return {
    mustBe: `an array of ${what}`,
    accepts: (value) => Array.isArray(value) && value.every(isOne),
    wrongPart: (value) => (Array.isArray(value) ? value.find((one) => !isOne(one)) : value),
  }
}

/** The rules for the options of an application. */
export const applicationRules: OptionRules<ApplicationOptions> = {
  basePath: {
    mustBe: 'a path that begins with a slash, such as `/forge`',
    accepts: (value) => typeof value === 'string' && /^(\/[\w.~%-]+)*\/?$/.test(value),
  },
  baseUrl: {
    mustBe: 'a URL such as `https://forge.example.com`, without a query',
    accepts: (value) => typeof value === 'string' && readBaseUrl(value) !== undefined,
  },
  trustProxy: aBoolean,
  corsOrigins: aListOf('origins such as `https://app.example.com`, or of `*`', readOrigin),
  allowedHosts: aListOf(
    'host names such as `forge.example.com`, without a scheme and a port',
    readHostName,
  ),
  controlToken: {
    mustBe: 'a text of at least 8 characters, or null',
    accepts: (value) => value === null || (typeof value === 'string' && value.length >= 8),
  },
  onServed: aFunction,
}
