import {
  changeBroadcastMessage,
  checkBroadcastMessage,
  createBroadcastMessage,
  removeBroadcastMessage,
} from '../../domain/broadcast-messages.ts'
import { broadcastMessageResource } from '../../resources/v4/broadcast-message.ts'
import { list } from '../answers.ts'
import { messageOf } from '../broadcast-messages.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/broadcast-messages.yaml. */
export const broadcastMessages = {
  listBroadcastMessages: ({ store, now }) =>
    list(store.broadcastMessages.all().toReversed(), (one) => broadcastMessageResource(one, now)),

  getBroadcastMessage: (context, { id }) =>
    broadcastMessageResource(messageOf(context, id), context.now),

  createBroadcastMessage(context, { dismissable, ...request }) {
    checkBroadcastMessage(request)
    const attributes = { ...request, is_dismissable: dismissable }
    return broadcastMessageResource(createBroadcastMessage(context, attributes), context.now)
  },

  updateBroadcastMessage(context, { id, dismissable, ...request }) {
    const message = messageOf(context, id)
    checkBroadcastMessage(request)
    const attributes = { ...request, is_dismissable: dismissable }
    return broadcastMessageResource(
      changeBroadcastMessage(context, message, attributes),
      context.now,
    )
  },

  deleteBroadcastMessage(context, { id }) {
    removeBroadcastMessage(context, messageOf(context, id))
    return undefined
  },
} satisfies OperationsOf<'v4', 'Broadcast messages'>
