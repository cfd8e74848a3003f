import { RefusedToken, type Identity } from './authorisation'
import { openChannel, type Channel, type JoinedAs, type Services } from './channel'
import type { Connection } from './connection'
import { topicPrefix } from './rooms'
import { asObject, encodeMessage, type Incoming } from './wire'

/** The channels of one socket. It handles the messages of one topic one after the other. */
export function createChannels(services: Services, connection: () => Connection) {
  const channels = new Map<string, Channel>()
  const turns = new Map<string, Promise<void>>()

  const reply = ({ joinRef, ref, topic }: Incoming, status: 'ok' | 'error', response: object = {}) => {
    connection().send(encodeMessage({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } }))
  }

  const join = async (message: Incoming) => {
    const { topic } = message
    channels.get(topic)?.close()
    const joinedAs = await admit(services, connection().key, message)
    if (!connection().isOpen()) return
    const channel = openChannel(services, connection(), message, joinedAs, () => {
      if (channels.get(topic) === channel) channels.delete(topic)
    })
    channels.set(topic, channel)
  }

  const handle = async (message: Incoming) => {
    if (message.event === 'phx_join') {
      try {
        await join(message)
      } catch (error) {
        if (!(error instanceof RefusedJoin)) services.log('realtime: a join failed')
        reply(message, 'error', { reason: error instanceof RefusedJoin ? error.message : 'Unknown Error on Channel' })
      }
      return
    }
    const channel = channels.get(message.topic)
    const isOfEarlierJoin = message.joinRef !== null && channel?.joinRef !== message.joinRef
    if (channel && !isOfEarlierJoin) await channel.receive(message)
    else if (message.event === 'phx_leave') reply(message, 'ok')
    else reply(message, 'error', { reason: 'unmatched topic' })
  }

  return {
    receive: (message: Incoming) => {
      if (message.topic === 'phoenix') {
        if (message.event === 'heartbeat') reply(message, 'ok')
        return
      }
      const turn = (turns.get(message.topic) ?? Promise.resolve())
        .then(() => handle(message))
        .catch(() => services.log('realtime: a message could not be handled'))
        .finally(() => {
          if (turns.get(message.topic) === turn) turns.delete(message.topic)
        })
      turns.set(message.topic, turn)
    },
    resubscribe: () => channels.forEach((channel) => channel.resubscribe()),
    leaveAll: () => channels.forEach((channel) => channel.leave()),
  }
}

class RefusedJoin extends Error {}

/** Checks the token and the right to read. Throws RefusedJoin. */
async function admit({ authorisation }: Services, socketKey: string, message: Incoming): Promise<JoinedAs> {
  const name = message.topic.slice(topicPrefix.length)
  if (!message.topic.startsWith(topicPrefix)) throw new RefusedJoin('unmatched topic')
  if (!name) throw new RefusedJoin('TopicNameRequired: You must provide a topic name')

  const config = asObject(message.payload.config)
  const broadcast = asObject(config.broadcast)
  const given = message.payload.access_token
  const token = typeof given === 'string' && !given.startsWith('sb_') ? given : socketKey
  const identity = await identify(authorisation.identify, token)
  const room = { name, isPrivate: isOn(config.private) }
  if (room.isPrivate && !(await authorisation.mayRead(identity, name))) {
    throw new RefusedJoin(`Unauthorized: You do not have permissions to read from this Channel topic: ${name}`)
  }
  return {
    identity,
    room,
    receivesOwnBroadcasts: isOn(broadcast.self),
    acknowledges: isOn(broadcast.ack),
    changes: Array.isArray(config.postgres_changes) ? config.postgres_changes.filter(Boolean) : [],
  }
}

async function identify(check: (token: string) => Promise<Identity>, token: string): Promise<Identity> {
  try {
    return await check(token)
  } catch (error) {
    throw error instanceof RefusedToken ? new RefusedJoin(error.message) : error
  }
}

function isOn(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true')
}
