import { useId } from 'preact/hooks'
import type { Branch, Tag } from '../../contract/generated/v4/contract.ts'
import { useChanges } from '../session/events.ts'
import { useLoaded } from '../session/loaded.ts'
import { actingAs } from '../session/overview.ts'
import { readPage, segment } from '../session/read.ts'
import { type Kind, noKind, useOffered } from './choices.tsx'

/** The first branches and tags of a repository, and a search for others. */
export interface Revisions extends Kind {
  readonly branches: readonly Branch[]
  readonly tags: readonly Tag[]
}

/** Loads the revisions of a repository, such as `/projects/1/repository`; undefined while they are loading. */
export function useRevisions(base: string): Revisions | undefined {
  const { value, reload } = useLoaded(
    (signal) => readRevisions(base, signal),
    [base, actingAs.value?.username],
  )
  useChanges(['repositories'], reload)
  return value
}

async function readRevisions(base: string, signal: AbortSignal): Promise<Revisions> {
  const find = async (text: string, leaving: AbortSignal) => {
    const [branches, tags] = await Promise.all([
      readPage<Branch>(`${base}/branches?search=${segment(text)}`, 1, leaving),
      readPage<Tag>(`${base}/tags?search=${segment(text)}`, 1, leaving),
    ])
    const option =
      (group: string) =>
      ({ name }: Branch | Tag) => ({ value: name, title: name, group })
    return {
      branches: branches.rows,
      tags: tags.rows,
      total: branches.total + tags.total,
      rows: [...branches.rows.map(option('Branches')), ...tags.rows.map(option('Tags'))],
    }
  }
  const first = await find('', signal)
  return { first, find, branches: first.branches, tags: first.tags }
}

interface RevisionPickerProps {
  readonly revisions: Revisions | undefined
  /** A branch, a tag or a commit; empty for none. */
  readonly chosen: string
  /** The title of an empty choice, where it is allowed. */
  readonly none?: string
  readonly onChoose: (revision: string) => void
}

/** A field for a revision, which can also be an unnamed commit. */
export function RevisionPicker({ revisions, chosen, none, onChoose }: RevisionPickerProps) {
  const id = useId()
  const { offered, search, isSearching, endSearch } = useOffered(revisions ?? noKind, 'a revision')
  const groups = [...new Set(offered.map(({ group }) => group))]
  return (
    <>
      {search}
      <label for={id} class="visually-hidden">
        Revision
      </label>
      <select
        id={id}
        value={chosen}
        size={isSearching ? 6 : 1}
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.value)
          endSearch()
        }}
      >
        {none !== undefined && <option value="">{none}</option>}
        {chosen !== '' && offered.every(({ value }) => value !== chosen) && (
          <option value={chosen}>{chosen.slice(0, 20)}</option>
        )}
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {offered
              .filter((one) => one.group === group)
              .map(({ value }) => (
                <option key={value}>{value}</option>
              ))}
          </optgroup>
        ))}
      </select>
    </>
  )
}
