import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { CodeView } from '../parts/code-view.tsx'
import { Icon } from '../parts/icon.tsx'
import { toastProblem } from '../parts/toast.tsx'
import { counted } from '../parts/words.ts'
import { hrefOf } from '../shell/router.ts'
import { type Report, type ReportedFailure, readReport, report } from './report.ts'

/** In bytes; reports of `verify` and `compare` are far smaller. */
const MAX_REPORT_BYTES = 100_000_000

/** Opens a local report of `forgery verify` or `forgery compare`. */
export function ReportView({ tabs }: { readonly tabs: ComponentChildren }) {
  const field = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  async function open(file: File | undefined) {
    if (!file) return
    try {
      if (file.size > MAX_REPORT_BYTES) throw new Error(`${file.name} is too large for a report.`)
      report.value = readReport(file.name, await file.text())
    } catch (error) {
      toastProblem(error)
    }
  }
  return (
    <div class="workspace contract">
      <div class="tools">
        <h1 class="visually-hidden">Report</h1>
        {tabs}
        <span class="stretch" />
        <input
          ref={field}
          class="visually-hidden"
          type="file"
          accept=".json,application/json"
          aria-label="A report"
          tabIndex={-1}
          onChange={({ currentTarget }) => open(currentTarget.files?.[0])}
        />
        <button type="button" onClick={() => field.current?.click()}>
          <Icon name="plus" />
          Open a report
        </button>
      </div>
      <div
        class={isOver ? 'contract-report is-over' : 'contract-report'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          open(event.dataTransfer?.files[0])
        }}
      >
        {report.value ? <Shown of={report.value} /> : <HowTo />}
      </div>
    </div>
  )
}

function HowTo() {
  return (
    <div class="page">
      <p>
        Open or drop a report here: what failed, with what was expected and what came. Nothing of it
        leaves the browser.
      </p>
      <CodeView
        text={[
          'forgery verify https://forge.example.com --token TOKEN --report json=report.json',
          'forgery compare https://forge.example.com --token TOKEN --keep report=report.json',
        ].join('\n')}
        language="sh"
        label="How to make a report"
      />
    </div>
  )
}

function Shown({
  of: { file, kind, api, url, outcome, isGood, totals, failures },
}: {
  readonly of: Report
}) {
  return (
    <div class="page">
      <h2>
        <span class={isGood ? 'status is-done' : 'status is-broken'}>{outcome}</span> {url}
      </h2>
      <p class="dim">{`${file}: forgery ${kind}, ${totals}`}</p>
      {failures.length === 0 && <p>Nothing failed.</p>}
      {failures.map((failure, index) => (
        <Failure key={index} failure={failure} kind={kind} api={api} />
      ))}
    </div>
  )
}

interface FailureProps {
  readonly failure: ReportedFailure
  readonly kind: Report['kind']
  readonly api: Report['api']
}

function Failure({ failure, kind, api }: FailureProps) {
  const { operation, place, rule, severity, expected, received, before, script, others } = failure
  const [wanted, came] = kind === 'verify' ? ['Expected', 'Received'] : ['Forgery', 'Server']
  return (
    <section class="card contract-failure">
      <h3>
        <a href={hrefOf({ path: ['contract', api, operation] })}>{operation}</a> {place}{' '}
        {severity !== undefined && <span class="dim">{severity}</span>}
      </h3>
      <p>{rule}</p>
      <dl class="facts">
        <dt>{wanted}</dt>
        <dd>
          <code>{expected}</code>
        </dd>
        <dt>{came}</dt>
        <dd>
          <code>{received}</code>
        </dd>
      </dl>
      {others > 0 && <p class="dim">{`and of the same cause ${others} more`}</p>}
      {before.length > 0 && (
        <details>
          <summary>{`${counted(before.length, 'call')} before`}</summary>
          <CodeView text={before.join('\n')} label="The calls before" />
        </details>
      )}
      {script !== undefined && (
        <details>
          <summary>A script that shows it</summary>
          <CodeView text={script} language="sh" label="The script" />
        </details>
      )}
    </section>
  )
}
