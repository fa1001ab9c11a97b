import {
  changeBroadcastMessage,
  checkBroadcastMessage,
  createBroadcastMessage,
  removeBroadcastMessage,
} from '../../domain/broadcast-messages.ts'
import { broadcastMessageResource } from '../../resources/v3/broadcast-message.ts'
import { list } from '../answers.ts'
import { messageOf } from '../broadcast-messages.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/broadcast-messages.yaml. */
export const broadcastMessages = {
  listBroadcastMessages: ({ store, now }) =>
    list(store.broadcastMessages.all(), (one) => broadcastMessageResource(one, now)),

  getBroadcastMessage: (context, { id }) =>
    broadcastMessageResource(messageOf(context, id), context.now),

  createBroadcastMessage(context, request) {
    checkBroadcastMessage(request)
    return broadcastMessageResource(createBroadcastMessage(context, request), context.now)
  },

  updateBroadcastMessage(context, { id, ...request }) {
    const message = messageOf(context, id)
    checkBroadcastMessage(request)
    return broadcastMessageResource(changeBroadcastMessage(context, message, request), context.now)
  },

  deleteBroadcastMessage(context, { id }) {
    const message = messageOf(context, id)
    removeBroadcastMessage(context, message)
    return broadcastMessageResource(message, context.now)
  },
} satisfies OperationsOf<'v3', 'Broadcast messages'>
