import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Branch, Commit, Tag } from '../../contract/generated/v4/contract.ts'
import { FilterField } from '../parts/filter-field.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Column, Table, useFocusOnTable } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { hasWords, wordsOf } from '../parts/words.ts'
import { useChanges } from '../session/events.ts'
import { messageOf } from '../session/loaded.ts'
import { actingAs } from '../session/overview.ts'
import { readPage, segment } from '../session/read.ts'
import { address, go, setQuery } from '../shell/router.ts'
import { placeInProject } from '../shell/web-address.ts'
import { type CommitGraph, layOutCommits } from './commit-graph.ts'
import { GraphCell, graphWidth } from './graph-drawing.tsx'
import type { PartProps } from './part-props.ts'
import { RevisionPicker, useRevisions } from './revision-picker.tsx'

/** The maximum number of drawn commits; older ones are reachable by choosing a revision. */
const maxCommits = 2000

interface History {
  readonly commits: readonly Commit[]
  readonly graph: CommitGraph
  readonly isWhole: boolean
  readonly problem: string | undefined
}

/** Shows the history of a revision, or of all of them, as a drawing. */
export function CommitList({ project, rest }: PartProps) {
  const ref = rest.join('/')
  const search = address.value.query.get('search') ?? ''
  const base = `/projects/${project.id}/repository`
  const history = useHistory(base, ref)
  const revisions = useRevisions(base)
  useFocusOnTable()
  const { commits, graph, isWhole, problem } = history
  const tips = useMemo(() => tipsOf(revisions?.branches ?? [], revisions?.tags ?? []), [revisions])
  const words = wordsOf(search)
  const places = useMemo(
    () =>
      commits.flatMap((commit, place) => {
        const text = `${commit.message} ${commit.author_name} ${commit.id}`
        return hasWords(text, words) ? [place] : []
      }),
    [commits, search],
  )
  // Lines lead to the next row, so a filtered list has no drawing.
  const isDrawn = words.length === 0
  const columns: readonly Column<number>[] = [
    ...(isDrawn
      ? [
          {
            id: 'graph',
            title: 'Graph',
            width: `max(3rem, ${graphWidth(graph.width)}rem)`,
            cell: (place: number) => {
              const row = graph.rows[place]
              return (
                row && <GraphCell row={row} above={graph.rows[place - 1]} lanes={graph.width} />
              )
            },
          },
        ]
      : []),
    {
      id: 'title',
      title: 'Commit',
      width: 'minmax(9rem, 1fr)',
      cell: (place) => {
        const commit = commits[place]
        return (
          commit && (
            <>
              {(tips.get(commit.id) ?? []).map((name) => (
                <span key={name} class="ref">
                  {name}
                </span>
              ))}
              {commit.title}
            </>
          )
        )
      },
    },
    {
      id: 'author',
      title: 'Author',
      width: '9rem',
      isMinor: true,
      cell: (place) => commits[place]?.author_name,
    },
    {
      id: 'committed',
      title: 'Committed',
      width: '10rem',
      isMinor: true,
      cell: (place) => <Time at={commits[place]?.committed_date} />,
    },
    {
      id: 'sha',
      title: 'SHA',
      width: '5.5rem',
      isMinor: true,
      cell: (place) => <code>{commits[place]?.short_id}</code>,
    },
  ]
  return (
    <div class="list">
      <div class="tools">
        <RevisionPicker
          revisions={revisions}
          chosen={ref}
          none="All branches and tags"
          onChoose={(name) =>
            go({ path: placeInProject(project, 'commits', ...name.split('/').filter(Boolean)) })
          }
        />
        <FilterField
          label="Search commits"
          placeholder="Search messages, authors, SHAs"
          value={search}
          onChange={(text) => setQuery({ search: text })}
        />
        <span class="dim">
          {isWhole ? `${commits.length} commits` : `the last ${commits.length} commits`}
        </span>
      </div>
      {problem !== undefined ? (
        <Problem>{problem}</Problem>
      ) : (
        <Table
          label="Commits"
          rows={places}
          columns={columns}
          keyOf={(place) => commits[place]?.id ?? String(place)}
          onOpen={(place) =>
            go({ path: placeInProject(project, 'commit', commits[place]?.id ?? '') })
          }
          empty={isWhole ? 'No commits.' : ' '}
        />
      )}
    </div>
  )
}

/** Returns the names of branches and tags by commit. */
function tipsOf(branches: readonly Branch[], tags: readonly Tag[]): Map<string, string[]> {
  const tips = new Map<string, string[]>()
  for (const { name, commit } of [...branches, ...tags]) {
    tips.set(commit.id, [...(tips.get(commit.id) ?? []), name])
  }
  return tips
}

/** Loads a history page by page, and returns the part loaded so far. */
function useHistory(base: string, ref: string): History {
  const [history, setHistory] = useState<History>({
    commits: [],
    graph: layOutCommits([]),
    isWhole: false,
    problem: undefined,
  })
  const [turn, setTurn] = useState(0)
  useChanges(['repositories'], () => setTurn((before) => before + 1))
  const who = actingAs.value?.username
  useEffect(() => {
    const leaving = new AbortController()
    const which = ref === '' ? 'all=true' : `ref_name=${segment(ref)}`
    const load = async () => {
      const commits: Commit[] = []
      for (let page = 1; commits.length < maxCommits; page += 1) {
        const path = `${base}/commits?${which}&order=topo`
        const { rows, total } = await readPage<Commit>(path, page, leaving.signal)
        commits.push(...rows)
        if (leaving.signal.aborted) return
        const isWhole = total <= commits.length
        setHistory({
          commits: [...commits],
          graph: layOutCommits(commits),
          isWhole,
          problem: undefined,
        })
        if (isWhole) return
      }
    }
    load().catch((error: unknown) => {
      if (!leaving.signal.aborted)
        setHistory((before) => ({ ...before, problem: messageOf(error) }))
    })
    return () => leaving.abort()
  }, [base, ref, who, turn])
  return history
}
