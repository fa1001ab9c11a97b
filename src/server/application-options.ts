import { readBaseUrl } from '../base-url.ts'
import type { ControlAccess } from '../control/permission.ts'
import { aBoolean, aFunction, type OptionRule, type OptionRules } from '../options.ts'
import type { PlaceOptions } from './request-place.ts'
import type { ServedRequest } from './served-request.ts'
import type { AccessOptions } from './who-may-ask.ts'

/** Where an application is, who may ask it beside this machine, and who is told of what it serves. */
export interface ApplicationOptions extends AccessOptions, PlaceOptions, ControlAccess {
  /** Told of each request that is none of the API's: `forge.requests` knows those. */
  readonly onServed?: (request: ServedRequest) => void
}

const aListOfTexts: OptionRule = {
  mustBe: 'an array of texts',
  accepts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
}

/** What each option of an application must be. */
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
  corsOrigins: aListOfTexts,
  allowedHosts: aListOfTexts,
  controlToken: {
    mustBe: 'a text of at least 8 characters, or null',
    accepts: (value) => value === null || (typeof value === 'string' && value.length >= 8),
  },
  onServed: aFunction,
}
