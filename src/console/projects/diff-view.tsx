import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { Difference } from '../../contract/generated/v4/contract.ts'
import { counted } from '../parts/words.ts'
import { type DiffLine, parseDiff } from './parse-diff.ts'

interface DiffViewProps {
  readonly differences: readonly Difference[]
  /** Whether there are more files than these. */
  readonly isMore?: boolean
  /** Renders content below a line, such as comments on it. */
  readonly below?: (difference: Difference, line: DiffLine) => ComponentChildren
}

/** The number of lines of a file that are shown at first. */
const maxLines = 1500

/** Shows the diffs of several files. */
export function DiffView({ differences, isMore = false, below }: DiffViewProps) {
  if (differences.length === 0) return <p class="dim">Nothing changed.</p>
  return (
    <div class="diff">
      <p class="dim">{`${isMore ? 'More than ' : ''}${counted(differences.length, 'file')} changed`}</p>
      {differences.map((difference) => (
        <FileDiff
          key={`${difference.old_path} ${difference.new_path}`}
          difference={difference}
          below={below}
        />
      ))}
    </div>
  )
}

interface FileDiffProps {
  readonly difference: Difference
  readonly below: DiffViewProps['below']
}

function FileDiff({ difference, below }: FileDiffProps) {
  const [isWhole, setWhole] = useState(false)
  const lines = useMemo(() => parseDiff(difference.diff), [difference.diff])
  const shown = isWhole ? lines : lines.slice(0, maxLines)
  const countOf = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return (
    <details class="file-diff" open>
      <summary>
        <span class="mono">{nameOf(difference)}</span>
        <span class="dim">{whatOf(difference)}</span>
        <span class="stretch" />
        <span class="added-count">{`+${countOf('added')}`}</span>
        <span class="removed-count">{`−${countOf('removed')}`}</span>
      </summary>
      <div
        class="diff-scroll"
        tabIndex={0}
        role="region"
        aria-label={`Changes of ${difference.new_path}`}
      >
        <table class="diff-lines">
          <caption class="visually-hidden">{`Changes of ${difference.new_path}`}</caption>
          <tbody>
            {shown.map((line, place) => (
              <DiffRow key={place} line={line}>
                {below?.(difference, line)}
              </DiffRow>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length === 0 && (
        <p class="dim diff-empty">
          {difference.too_large || difference.collapsed
            ? 'Too large to be shown.'
            : 'No text changed.'}
        </p>
      )}
      {shown.length < lines.length && (
        <button
          type="button"
          onClick={() => setWhole(true)}
        >{`Show all ${lines.length} lines`}</button>
      )}
    </details>
  )
}

const signs = { added: '+', removed: '−', kept: ' ', hunk: '', remark: '' } as const

function DiffRow({
  line,
  children,
}: {
  readonly line: DiffLine
  readonly children: ComponentChildren
}) {
  return (
    <>
      <tr class={`diff-line is-${line.kind}`}>
        <td class="line-number">{line.before || ''}</td>
        <td class="line-number">{line.after || ''}</td>
        <td class="line-text">
          <span class="sign">{signs[line.kind]}</span>
          {line.text}
        </td>
      </tr>
      {children ? (
        <tr class="diff-note">
          <td colSpan={3}>{children}</td>
        </tr>
      ) : null}
    </>
  )
}

function nameOf({ old_path, new_path, renamed_file }: Difference): string {
  return renamed_file && old_path !== new_path ? `${old_path} → ${new_path}` : new_path
}

function whatOf({ new_file, deleted_file, renamed_file, a_mode, b_mode }: Difference): string {
  if (new_file) return 'new'
  if (deleted_file) return 'deleted'
  if (renamed_file) return 'renamed'
  return a_mode !== b_mode ? `${a_mode} → ${b_mode}` : ''
}
