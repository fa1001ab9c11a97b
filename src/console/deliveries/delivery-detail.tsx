import type { HookDelivery } from '../../forge/hooks/hook-delivery.ts'
import { CodeView } from '../parts/code-view.tsx'
import { DetailPane } from '../parts/detail-pane.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { Status } from '../parts/status.tsx'
import { toast, toastProblem } from '../parts/toast.tsx'
import { controlCall, forge } from '../session/control.ts'
import { useLoaded } from '../session/loaded.ts'
import { useCommands } from '../shell/commands.ts'

interface DeliveryDetailProps {
  readonly id: string
  readonly onClose: () => void
}

/** One delivery: what was sent, what became of it, and once more. */
export function DeliveryDetail({ id, onClose }: DeliveryDetailProps) {
  const { value: delivery, problem } = useLoaded(
    () => controlCall<HookDelivery>('GET', `/deliveries/${encodeURIComponent(id)}`),
    [id],
  )
  async function resend() {
    try {
      await forge.deliveries.resend(Number(id))
      toast('It is sent again: what becomes of it is a delivery of its own')
    } catch (error) {
      toastProblem(error)
    }
  }
  useCommands([{ title: 'Send the delivery again', icon: 'replay', run: resend }])
  if (!delivery) {
    return (
      <DetailPane label="Delivery" title="Delivery" onClose={onClose}>
        {problem !== undefined && <Problem>{problem}</Problem>}
      </DetailPane>
    )
  }
  const { event, url, status, error, at, milliseconds, hook_id, project_id, headers, payload } =
    delivery
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
        <dd>
          {project_id === null
            ? `${hook_id}, of the system`
            : `${hook_id}, of project ${project_id}`}
        </dd>
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
      <CodeView text={JSON.stringify(payload, null, 2)} language="json" label="The payload" />
    </DetailPane>
  )
}
