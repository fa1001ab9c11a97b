import { ZodError, ZodRealError } from 'zod'
import * as z from 'zod/mini'
import english from 'zod/v4/locales/en.js'

z.config(english())

/**
 * zod in its smaller form, for what every suite loads: the models of records and seeds. A bundler leaves out
 * what of it is not used, which the methods of the other form prevent.
 */
export { ZodError, z }

/** As the method of a schema, whose errors have another name in this form. @throws ZodError */
export const parse = z.core._parse(ZodRealError)
