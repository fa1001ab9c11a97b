import type { CustomAttribute } from '../../../contract/generated/v4/contract.ts'
import type { Context } from '../../domain/context.ts'
import type { AttributeHolder } from '../../domain/custom-attributes.ts'

type Holder = AttributeHolder['record']

/** What lists and single records take of the attributes that administrators keep; of others it is ignored. */
export interface CustomAttributeRequest {
  /** The values that a record must have, by their keys. */
  readonly custom_attributes?: Readonly<Record<string, string>>
  readonly with_custom_attributes?: boolean
}

/** Whether a record has all that is asked for. */
export function attributeTest(
  { viewer }: Pick<Context, 'viewer'>,
  { custom_attributes: wanted = {} }: CustomAttributeRequest,
): (record: Holder) => boolean {
  const asked = viewer.isAdmin ? Object.entries(wanted) : []
  return ({ custom_attributes: kept }) =>
    asked.every(([key, value]) => Object.hasOwn(kept, key) && kept[key] === value)
}

/** A resource with the attributes of its record, where an administrator asks for them. */
export function withAttributes<Resource extends object>(
  resource: Resource,
  record: Holder,
  { viewer }: Pick<Context, 'viewer'>,
  { with_custom_attributes: isAsked }: CustomAttributeRequest,
): Resource & { custom_attributes?: CustomAttribute[] } {
  return isAsked && viewer.isAdmin
    ? Object.assign(resource, { custom_attributes: attributesOf(record) })
    : resource
}

/** The attributes of a record. */
export function attributesOf({ custom_attributes }: Holder): CustomAttribute[] {
  return Object.entries(custom_attributes).map(([key, value]) => ({ key, value }))
}
