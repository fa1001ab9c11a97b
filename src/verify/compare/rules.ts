import type { OperationId } from '../../contract/operation-contract.ts'
import type { Step } from '../reproduction/history.ts'
import type { CountedList } from './others.ts'

export type Fields = Readonly<Record<string, unknown>>

/** What a comparison has to know of an API beyond its document. */
export interface Rules {
  /** Of what kind the id is that a field holds, by the schemas of the object; undefined where it is none. */
  kindOf(schemas: readonly string[], field: string, object: Fields): string | undefined
  /** What a number counts within (`iid`): numbers of one kind need not be the same, but one stands for one. */
  numberKindOf(schemas: readonly string[], field: string, object: Fields): string | undefined
  /** Fields that are compared where they are there, though the mark in the contract leaves something of them open. */
  isStated(schemas: readonly string[], field: string): boolean
  /** Why the value of a field is left open, where no mark of the contract says so. */
  openField(schemas: readonly string[], field: string, object: Fields): string | undefined
  /** Whether a field that Forgery does not send here is for other eyes, and not merely a further one. */
  isHidden(schemas: readonly string[], field: string, path: string): boolean
  /** Fields that name an item of a list which has no id. */
  readonly namingFields: readonly string[]
  /** Why it is left open whether a list has an item. */
  openItem(operation: OperationId, item: Fields): string | undefined
  /** Whether an item is of somebody who is nobody of a history: on a server that is in use others write as well. */
  isOfOthers(item: Fields): boolean
  /** Where what a field of a record counts or rests on is listed, in words of the server. */
  countedIn(schemas: readonly string[], field: string, object: Fields): CountedList | undefined
  /** Why two texts that are not the same are the same as far as is stated. */
  openText(
    schemas: readonly string[],
    field: string,
    server: string,
    forge: string,
  ): string | undefined
  /** Whether a list may have such items, so that those on a page follow from what is left open. */
  mayHaveOpenItems(operation: OperationId): boolean
  /** Why it is left open with which status an operation refuses. */
  openRefusal(operation: OperationId): string | undefined
  /** Whether a write is stated to change when the record that it answers was last changed. */
  touches(step: Pick<Step, 'operation' | 'parameters'>): boolean
  /** Fields that hold tokens. */
  readonly secretFields: ReadonlySet<string>
}
