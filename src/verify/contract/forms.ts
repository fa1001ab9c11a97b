import type { OperationContract } from '../../contract/operation-contract.ts'

/**
 * The form that a request asks for, where an operation has more than one (`x-form`): the name of a
 * schema; undefined where there is only one.
 */
export function formAskedFor({ form, parameters }: OperationContract, url: string) {
  const { searchParams } = new URL(url)
  const asked = parameters.find(({ name, form, schema }) => {
    const value = searchParams.get(name) ?? ''
    return form && (schema.type === 'boolean' ? /^(true|1|t|on)$/i.test(value) : value !== '')
  })
  return asked?.form ?? form
}
