import type { Collection } from '@msw/data'
import type { z } from '../shared/zod.ts'

/** The types that the verbs of @msw/data have for records `R` made of `I`. */
export type Schema<R, I> = z.core.$ZodType<R, I> & {
  readonly shape: Readonly<Record<string, z.core.$ZodType>>
}
type Library<R, I> = Collection<Schema<R, I>>

/** A record, as the types of the library have it. */
export type Stored<R, I> = ReturnType<Library<R, I>['all']>[number]
export type Found<R, I, Strict> = Strict extends true ? Stored<R, I> : Stored<R, I> | undefined
export type Selection<R, I> = Parameters<Library<R, I>['updateMany']>[0]
export type Predicate<R, I> = Parameters<Library<R, I>['update']>[0] | Selection<R, I>
export type Strictness<Strict> = { strict?: Strict }
export type Edit<R, I, Strict> = Strictness<Strict> &
  Pick<Parameters<Library<R, I>['update']>[1], 'data'>
export type Find<R, I> = Parameters<Library<R, I>['findMany']>
export type FindFirst<R, I> = Parameters<Library<R, I>['findFirst']>
