import { coloursFor } from '../../adapters/server/colours.ts'
import { deliveryLine } from '../../adapters/server/log-lines.ts'
import type { HookDelivery } from '../../forge/hooks/hook-delivery.ts'
import { type Command, type OptionValues, UsageError } from '../command.ts'
import { optionalNumber } from './actions.ts'
import { forgeOf, print, printList, worldOptions } from './connection.ts'

async function showDeliveries(values: OptionValues): Promise<void> {
  const hook = optionalNumber(values, 'hook')
  if (hook !== undefined && !Number.isInteger(hook)) {
    throw new UsageError(`--hook takes the id of a hook, not "${values.hook}".`)
  }
  const isMeant = ({ hook_id }: HookDelivery) => hook === undefined || hook_id === hook
  const colours = coloursFor(process.stdout)
  const lineOf = (delivery: HookDelivery) => deliveryLine(delivery, colours).trimStart()
  if (!values.follow) {
    const deliveries = (await forgeOf(values).deliveries.all()).filter(isMeant)
    return printList(values, deliveries, deliveries.map(lineOf), 'No deliveries.')
  }
  for await (const event of forgeOf(values).events()) {
    if (event.type !== 'delivery' || !isMeant(event.delivery)) continue
    if (values.json) process.stdout.write(`${JSON.stringify(event.delivery)}\n`)
    else print(values, event.delivery, [lineOf(event.delivery)])
  }
}

export const deliveriesCommand: Command = {
  name: 'deliveries',
  summary: 'Show what a running server sent to hooks, and what became of it.',
  details:
    'In the order it ended; with --follow, what is sent from now on. --json shows what was sent, whole.',
  options: {
    hook: { type: 'string', placeholder: 'ID', summary: 'Deliveries of one hook.' },
    follow: { type: 'boolean', summary: 'Show deliveries as they end; Ctrl+C ends it.' },
    ...worldOptions,
  },
  examples: [
    ['forgery deliveries', 'the last ones'],
    ['forgery deliveries --follow --hook 1', 'those of a hook, as they end'],
  ],
  run: showDeliveries,
}
