import { type ChildProcess, fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { judgeMutant, judgeVariant, type MutantVerdict, type VariantVerdict } from './judge-one.ts'
import { writeMutants, writeVariants } from './mutant-tables.ts'
import { type Mutant, mutants } from './mutants/index.ts'
import { variants } from './variants/index.ts'

/**
 * `npm run mutants`: judges the judge. Each mutant has to be reported at its operation, and no variant
 * at all. Ends with 1 where less than 97% are reported, or a variant fails.
 *
 * `--only PATTERN` by name, operation or kind; `--sample N` mutants, spread evenly; `--json FILE`;
 * `--jobs N` processes; `--mutants` or `--variants` alone.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    sample: { type: 'string' },
    json: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    mutants: { type: 'boolean' },
    variants: { type: 'boolean' },
    worker: { type: 'boolean' },
  },
})

interface Task {
  readonly kind: 'mutant' | 'variant'
  readonly index: number
}
type Answer = { readonly mutant: MutantVerdict } | { readonly variant: VariantVerdict }

const leastShare = 0.97

if (values.worker) work()
else process.exitCode = await judgeAll()

/** Does what it is sent, one after the other. */
function work(): void {
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ kind, index }: Task) => {
    const mutant = kind === 'mutant' ? mutants[index] : undefined
    const variant = kind === 'variant' ? variants[index] : undefined
    if (mutant) process.send?.({ mutant: await judgeInTwoSteps(mutant) } satisfies Answer)
    if (variant) process.send?.({ variant: await judgeVariant(variant) } satisfies Answer)
  })
}

/** Most are reported by what checks their own operation; the others have a whole run. */
async function judgeInTwoSteps(mutant: Mutant): Promise<MutantVerdict> {
  const first = await judgeMutant(mutant, [mutant.operation])
  if (first.outcome === 'caught') return first
  const second = await judgeMutant(mutant)
  return { ...second, milliseconds: first.milliseconds + second.milliseconds }
}

async function judgeAll(): Promise<number> {
  const tasks = chosenTasks()
  const answers = await distribute(tasks, Number(values.jobs))
  const ofMutants = answers.flatMap((answer) => ('mutant' in answer ? [answer.mutant] : []))
  const ofVariants = answers.flatMap((answer) => ('variant' in answer ? [answer.variant] : []))
  const report = { mutants: ofMutants, variants: ofVariants }
  if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
  process.stdout.write(`${writeMutants(ofMutants)}\n${writeVariants(ofVariants)}\n`)
  const caught = ofMutants.filter(({ outcome }) => outcome === 'caught').length
  const isEnough = caught >= ofMutants.length * leastShare
  return isEnough && ofVariants.every(({ isPassed }) => isPassed) ? 0 : 1
}

function chosenTasks(): Task[] {
  const pattern = new RegExp(values.only ?? '', 'i')
  const found = mutants.flatMap(({ name, operation, kind }, index): Task[] =>
    pattern.test(`${name} ${operation} ${kind}`) ? [{ kind: 'mutant', index }] : [],
  )
  const sample = Math.min(Number(values.sample ?? found.length), found.length)
  const spread = Array.from(
    { length: sample },
    (_none, position) => found.slice(Math.floor((position * found.length) / sample))[0],
  ).flatMap((task) => task ?? [])
  const ofVariants = variants.flatMap(({ name }, index): Task[] =>
    pattern.test(name) ? [{ kind: 'variant', index }] : [],
  )
  return [...(values.variants ? [] : spread), ...(values.mutants ? [] : ofVariants)]
}

/** Gives each process the next task as soon as it is done with one. */
function distribute(tasks: readonly Task[], jobs: number): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const started = Array.from({ length: Math.min(jobs, tasks.length) }, startWorker)
  const done = started.map(
    (worker) =>
      new Promise<void>((resolve, reject) => {
        const give = () => {
          const task = tasks[next++]
          if (task) worker.send(task)
          else worker.disconnect()
        }
        worker.on('message', (answer: Answer) => {
          answers.push(answer)
          process.stdout.write(`${answers.length}/${tasks.length} ${progressOf(answer)}\n`)
          give()
        })
        worker.on('exit', (code) =>
          code ? reject(new Error(`A process ended: ${code}`)) : resolve(),
        )
        give()
      }),
  )
  return Promise.all(done).then(() => answers)
}

function startWorker(): ChildProcess {
  const jiti = fileURLToPath(new URL('../../node_modules/jiti/lib/jiti-cli.mjs', import.meta.url))
  return fork(jiti, [fileURLToPath(import.meta.url), '--worker'])
}

function progressOf(answer: Answer): string {
  if ('variant' in answer) {
    const { isPassed, name, requests, milliseconds } = answer.variant
    const seconds = (milliseconds / 1000).toFixed(1)
    return `${isPassed ? 'passed' : 'FAILED'}: ${name} (${requests} requests, ${seconds} s)`
  }
  const { outcome, name, reported } = answer.mutant
  return outcome === 'caught elsewhere'
    ? `${outcome}: ${name} (${reported[0]})`
    : `${outcome}: ${name}`
}
