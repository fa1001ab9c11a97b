import { useEffect, useState } from 'preact/hooks'
import type { Fault, FaultDescription } from '../../forge/control.ts'
import { Icon } from '../parts/icon.tsx'
import { perform } from '../parts/perform.ts'
import { Problem } from '../parts/problem.tsx'
import { Switch } from '../parts/switch.tsx'
import { controlCall, forge } from '../session/control.ts'
import { listen } from '../session/events.ts'
import { useLoaded } from '../session/loaded.ts'
import { useCommands } from '../shell/commands.ts'
import type { ViewProps } from '../shell/view.ts'
import { FaultForm, fieldsOf } from './fault-form.tsx'
import { hitsOf, whatOf, whichOf } from './fault-words.ts'

interface Preset {
  readonly name: string
  readonly summary: string
  readonly fault: FaultDescription
}

/** Turns `slow-network` into a title. */
const titleOf = (name: string) =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`

/** Shows the faults of the world, with the number of their hits. */
export function FaultsView({ query }: ViewProps) {
  const faults = useLoaded(() => forge.faults.all(), [])
  const presets = useLoaded(() => controlCall<Preset[]>('GET', '/faults/presets'), [])
  const operations = useLoaded(operationNames, [])
  const given = fieldsOf(query)
  const [isOpen, setOpen] = useState(Object.keys(given).length > 0)
  useHits(faults.reload)

  async function doing(act: () => unknown, said: string): Promise<boolean> {
    const isDone = await perform(said, act)
    faults.reload()
    return isDone
  }

  const add = (fault: FaultDescription) =>
    doing(() => forge.faults.add(fault), `From now on: ${whichOf(fault)}, ${whatOf(fault)}`)
  const turn = ({ id }: Fault, isOn: boolean) =>
    doing(
      () => (isOn ? forge.faults.switchOn(id) : forge.faults.switchOff(id)),
      `The fault ${id} is ${isOn ? 'on' : 'off'}`,
    )
  const clear = () => doing(() => forge.faults.clear(), 'There are no faults')

  const all = faults.value ?? []
  useCommands([
    ...(presets.value ?? []).map(({ name, summary, fault }) => ({
      title: `Add the fault: ${titleOf(name).toLowerCase()}`,
      icon: 'fault' as const,
      hint: summary,
      run: () => add(fault),
    })),
    ...(all.length === 0
      ? []
      : [{ title: 'Remove all faults', icon: 'trash' as const, run: clear }]),
  ])
  return (
    <div class="page faults">
      <div class="faults-heading">
        <h1>Faults</h1>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="plus" />
          Describe a fault
        </button>
        {all.length > 0 && (
          <button type="button" class="is-dangerous" onClick={clear}>
            <Icon name="trash" />
            Remove all
          </button>
        )}
      </div>
      {isOpen && <FaultForm given={given} operations={operations.value ?? []} onAdd={add} />}
      {faults.problem !== undefined && <Problem>{faults.problem}</Problem>}
      <section aria-label="The faults of this world">
        {faults.value?.length === 0 && (
          <p class="faults-none">Everything works. What would you like to go wrong?</p>
        )}
        {all.length > 0 && (
          <ul class="faults-list">
            {all.map((fault) => (
              <Rule
                key={fault.id}
                fault={fault}
                onTurn={(isOn) => turn(fault, isOn)}
                onRemove={() =>
                  doing(() => forge.faults.remove(fault.id), `The fault ${fault.id} is gone`)
                }
              />
            ))}
          </ul>
        )}
      </section>
      <section aria-label="Faults that many try">
        <h2>Faults that many try</h2>
        <div class="faults-presets">
          {presets.value?.map(({ name, summary, fault }) => (
            <button key={name} type="button" onClick={() => add(fault)}>
              <strong>{titleOf(name)}</strong>
              <span class="dim">{summary}</span>
            </button>
          ))}
        </div>
      </section>
    </div>
  )
}

interface RuleProps {
  readonly fault: Fault
  readonly onTurn: (isOn: boolean) => void
  readonly onRemove: () => void
}

function Rule({ fault, onTurn, onRemove }: RuleProps) {
  const { id, isOff = false, times, hits, world } = fault
  const isSpent = times !== undefined && hits >= times
  const state = isOff ? 'off' : isSpent ? 'spent' : undefined
  return (
    <li class={isOff || isSpent ? 'fault is-quiet' : 'fault'}>
      <Switch isOn={!isOff} label={`The fault ${id}`} onChange={onTurn} />
      <span class="fault-which mono">{whichOf(fault)}</span>
      <span class="fault-what">{whatOf(fault)}</span>
      <span class="fault-marks">
        {state !== undefined && <span class="fault-mark">{state}</span>}
        {world !== undefined && (
          <span class="fault-mark">{world === '*' ? 'all worlds' : `worlds ${world}`}</span>
        )}
      </span>
      <span class="fault-hits" title="Requests that it has hit">
        <strong>{hitsOf(fault)}</strong> {times === undefined && hits === 1 ? 'hit' : 'hits'}
      </span>
      <button type="button" class="bare" aria-label={`Remove the fault ${id}`} onClick={onRemove}>
        <Icon name="trash" />
      </button>
    </li>
  )
}

/** Loads the names of all operations, for the completion of the form. */
async function operationNames(): Promise<readonly string[]> {
  const { operations } = await forge.coverage()
  return [...new Set(operations.map(({ operation }) => operation))]
}

/** Reloads the faults after requests were hit, at most twice a second. */
function useHits(reload: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = listen((event) => {
      if (event.type !== 'request' || event.request.fault === undefined) return
      timer ??= setTimeout(() => {
        timer = undefined
        reload()
      }, 500)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}
