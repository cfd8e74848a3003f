import { encodeBroadcast, type Broadcast, type WireVersion } from './wire'

export type Member = { topic: string; version: WireVersion; send: (frame: string | Buffer) => void }
export type Room = { name: string; isPrivate: boolean }

export type Rooms = ReturnType<typeof createRooms>

/** Who hears the broadcasts of a topic. A private and a public topic of one name are two rooms. */
export function createRooms() {
  const rooms = new Map<string, Set<Member>>()

  return {
    enter(room: Room, member: Member) {
      const members = rooms.get(keyOf(room)) ?? new Set()
      rooms.set(keyOf(room), members.add(member))
    },
    leave(room: Room, member: Member) {
      const members = rooms.get(keyOf(room))
      members?.delete(member)
      if (members?.size === 0) rooms.delete(keyOf(room))
    },
    broadcast(room: Room, broadcast: Broadcast, except?: Member) {
      const frames = new Map<WireVersion, string | Buffer | null>()
      for (const member of rooms.get(keyOf(room)) ?? []) {
        if (member === except) continue
        if (!frames.has(member.version)) {
          frames.set(member.version, encodeBroadcast(member.version, member.topic, broadcast))
        }
        const frame = frames.get(member.version)
        if (frame) member.send(frame)
      }
    },
  }
}

const keyOf = ({ name, isPrivate }: Room) => `${isPrivate ? 'private' : 'public'}:${name}`
