import type { HookDelivery } from '../../forge/hooks/hook-delivery.ts'
import type { DeliverySummary } from '../../worlds/control/summaries.ts'
import { CodeView, JsonView } from '../parts/code-view.tsx'
import { DetailPane } from '../parts/detail-pane.tsx'
import { Icon } from '../parts/icon.tsx'
import { perform } from '../parts/perform.ts'
import { Problem } from '../parts/problem.tsx'
import { Status } from '../parts/status.tsx'
import { controlCall, forge } from '../session/control.ts'
import { useLoaded } from '../session/loaded.ts'
import { useCommands } from '../shell/commands.ts'

interface DeliveryDetailProps {
  readonly id: string
  readonly onClose: () => void
}

/** Describes the hook of a delivery. */
export function hookOf({ hook_id, project_id }: DeliverySummary): string {
  return project_id === null ? `${hook_id}, of the system` : `${hook_id}, of project ${project_id}`
}

/** Shows a delivery: its payload, its result, and a button to repeat it. */
export function DeliveryDetail({ id, onClose }: DeliveryDetailProps) {
  const { value: delivery, problem } = useLoaded(
    () => controlCall<HookDelivery>('GET', `/deliveries/${encodeURIComponent(id)}`),
    [id],
  )
  const resend = () =>
    perform('It is sent again: what becomes of it is a delivery of its own', () =>
      forge.deliveries.resend(Number(id)),
    )
  useCommands([{ title: 'Send the delivery again', icon: 'replay', run: resend }])
  if (!delivery) {
    return (
      <DetailPane
        label="Delivery"
        title="Delivery"
        onClose={onClose}
        isComing={problem === undefined}
      >
        {problem !== undefined && <Problem>{problem}</Problem>}
      </DetailPane>
    )
  }
  const { event, url, status, error, at, milliseconds, headers, payload } = delivery
  return (
    <DetailPane
      label="Delivery"
      title={
        <>
          {event} {status !== undefined && <Status status={status} />}
        </>
      }
      onClose={onClose}
      actions={
        <button type="button" onClick={resend}>
          <Icon name="replay" />
          Send again
        </button>
      }
    >
      {error !== undefined && (
        <div class="note is-broken">
          <h3>Why there was no answer</h3>
          <p>{error}</p>
        </div>
      )}
      <dl class="facts">
        <dt>URL</dt>
        <dd>
          <code>{url}</code>
        </dd>
        <dt>Hook</dt>
        <dd>{hookOf(delivery)}</dd>
        <dt>Time</dt>
        <dd>{at}</dd>
        <dt>Took</dt>
        <dd>{milliseconds.toFixed(1)} ms</dd>
      </dl>
      <h3>Headers</h3>
      <CodeView
        text={Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
        label="The headers"
      />
      <h3>Payload</h3>
      <JsonView value={payload} label="The payload" />
    </DetailPane>
  )
}
