import { useEffect, useState } from 'preact/hooks'
import type { Upcoming } from '../../forge/control.ts'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast, toastProblem } from '../parts/toast.tsx'
import { controlCall, forge } from '../session/control.ts'
import { useChanges } from '../session/events.ts'
import { isComing, useLoaded } from '../session/loaded.ts'
import { useCommands } from '../shell/commands.ts'
import { hrefOf } from '../shell/router.ts'
import { dayOf, timeLeft, timeOf } from './time-words.ts'

/** The time of the forge, and the time of the page when it was read. */
interface Reading {
  readonly now: number
  readonly isFrozen: boolean
  readonly readAt: number
}

type Move = { readonly now: string } | { readonly advance: string } | { readonly isFrozen: boolean }

const steps = [
  ['1 minute', '1m'],
  ['1 hour', '1h'],
  ['1 day', '1d'],
  ['1 week', '1w'],
  ['30 days', '30d'],
] as const

async function readClock(): Promise<Reading> {
  const { now, isFrozen } = await controlCall<{ now: string; isFrozen: boolean }>('GET', '/clock')
  return { now: Date.parse(now), isFrozen, readAt: performance.now() }
}

/** Shows the clock of the world, and its upcoming events. */
export function ClockView() {
  const clock = useLoaded(readClock, [])
  const upcoming = useLoaded(() => forge.clock.upcoming(), [])
  const reload = () => {
    clock.reload()
    upcoming.reload()
  }
  useChanges('all', reload)
  useEffect(() => {
    addEventListener('focus', reload)
    return () => removeEventListener('focus', reload)
  }, [])

  async function move(change: Move) {
    try {
      const { now } = await controlCall<{ now: string }>('PUT', '/clock', { body: change })
      const passed = (upcoming.value ?? []).filter(({ at }) => at <= now).length
      if ('isFrozen' in change) toast(change.isFrozen ? 'The clock stands' : 'The clock runs')
      else toast(`It is ${dayOf(Date.parse(now))}, ${timeOf(Date.parse(now))}${whatPassed(passed)}`)
    } catch (error) {
      toastProblem(error)
    }
    reload()
  }

  /** Overdue events happen on any movement of the clock; moving to their time would set it back. */
  const goTo = ({ at }: Upcoming) =>
    move(Date.parse(at) > (clock.value?.now ?? 0) ? { now: at } : { advance: '1ms' })

  const isFrozen = clock.value?.isFrozen ?? false
  const next = upcoming.value?.[0]
  useCommands([
    {
      title: isFrozen ? 'Let the clock run' : 'Stop the clock',
      icon: isFrozen ? 'play' : 'pause',
      run: () => move({ isFrozen: !isFrozen }),
    },
    ...steps.map(([words, advance]) => ({
      title: `Move the clock on by ${words}`,
      icon: 'clock' as const,
      run: () => move({ advance }),
    })),
  ])
  if (isComing(clock)) return <div class="page clock" />
  return (
    <div class="page clock">
      <h1>Clock</h1>
      {clock.problem !== undefined && <Problem>{clock.problem}</Problem>}
      <section class="card clock-face" aria-label="The time of the world">
        <Face reading={clock.value} />
        <div class="clock-moves">
          <button type="button" onClick={() => move({ isFrozen: !isFrozen })}>
            <Icon name={isFrozen ? 'play' : 'pause'} />
            {isFrozen ? 'Let it run' : 'Stop it'}
          </button>
          <span class="clock-steps" role="group" aria-label="Steps">
            {steps.map(([words, advance]) => (
              <button key={advance} type="button" onClick={() => move({ advance })}>
                +{words}
              </button>
            ))}
          </span>
        </div>
        <MoveForm
          label="Move on by"
          placeholder="1d 12h"
          action="Move on"
          onSend={(advance) => move({ advance })}
        />
        <SetForm reading={clock.value} onSend={(now) => move({ now })} />
      </section>
      <section aria-label="What is going to happen">
        <div class="clock-heading">
          <h2>What is going to happen</h2>
          <button
            type="button"
            class="is-first"
            disabled={next === undefined}
            onClick={() => next && goTo(next)}
          >
            <Icon name="right" />
            Go to the next
          </button>
        </div>
        {upcoming.problem !== undefined && <Problem>{upcoming.problem}</Problem>}
        <UpcomingList upcoming={upcoming.value} now={clock.value?.now ?? 0} onGo={goTo} />
      </section>
    </div>
  )
}

function whatPassed(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '; one thing has happened' : `; ${count} things have happened`
}

/** Shows the time, which the page advances while the clock runs. */
function Face({ reading }: { readonly reading: Reading | undefined }) {
  const [, tick] = useState(0)
  const isRunning = reading !== undefined && !reading.isFrozen
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  if (!reading) return <p class="clock-time">–</p>
  const { now, readAt } = reading
  const present = isRunning ? now + performance.now() - readAt : now
  return (
    <>
      <p class="clock-time">
        <time dateTime={new Date(present).toISOString()}>{timeOf(present)}</time>
        <span class={isRunning ? 'clock-state is-running' : 'clock-state'}>
          {isRunning ? 'runs' : 'stands'}
        </span>
      </p>
      <p class="dim">{dayOf(present)}, UTC</p>
    </>
  )
}

interface MoveFormProps {
  readonly label: string
  readonly placeholder: string
  readonly action: string
  readonly onSend: (text: string) => void
}

function MoveForm({ label, placeholder, action, onSend }: MoveFormProps) {
  const [text, setText] = useState('')
  return (
    <form
      class="clock-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onSend(text.trim())
      }}
    >
      <label>
        {label}
        <input
          type="text"
          size={12}
          value={text}
          placeholder={placeholder}
          spellcheck={false}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button type="submit">{action}</button>
    </form>
  )
}

interface SetFormProps {
  readonly reading: Reading | undefined
  readonly onSend: (time: string) => void
}

/** A form that sets the clock; its input has no time zone and is read as UTC. */
function SetForm({ reading, onSend }: SetFormProps) {
  const [text, setText] = useState<string>()
  const present = reading ? new Date(reading.now).toISOString().slice(0, 19) : ''
  return (
    <form
      class="clock-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSend(`${text ?? present}Z`)
        setText(undefined)
      }}
    >
      <label>
        Set it to (UTC)
        <input
          type="datetime-local"
          step={1}
          required
          value={text ?? present}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button type="submit">Set</button>
    </form>
  )
}

interface UpcomingListProps {
  readonly upcoming: readonly Upcoming[] | undefined
  readonly now: number
  readonly onGo: (one: Upcoming) => void
}

function UpcomingList({ upcoming, now, onGo }: UpcomingListProps) {
  if (upcoming?.length === 0) {
    return (
      <p class="dim">
        Nothing has a date that is to come: no membership, token, session, artifact or merge.
      </p>
    )
  }
  return (
    <ol class="clock-upcoming">
      {upcoming?.map((one, place) => {
        const at = Date.parse(one.at)
        return (
          <li key={`${one.collection}-${one.id}-${one.at}-${place}`}>
            <span class="clock-left">{timeLeft(at - now)}</span>
            <time class="dim" dateTime={one.at}>
              {one.at.slice(0, 16).replace('T', ' ')}
            </time>
            <a
              class="clock-what"
              href={hrefOf({ path: ['world', one.collection, String(one.id)] })}
            >
              {one.what}
            </a>
            <button
              type="button"
              class="bare"
              aria-label={`Go to when ${one.what}`}
              title="Go there"
              onClick={() => onGo(one)}
            >
              <Icon name="right" />
            </button>
          </li>
        )
      })}
    </ol>
  )
}
