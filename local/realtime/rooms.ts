import { encodeBroadcast, type Broadcast } from './wire'

/** Sends a frame to one joined channel. */
export type Member = (frame: string) => void
export type Room = { name: string; isPrivate: boolean }

export type Rooms = ReturnType<typeof createRooms>

/** The members of each topic. A private and a public topic with the same name are two rooms. */
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
      const frame = encodeBroadcast(`${topicPrefix}${room.name}`, broadcast)
      for (const member of rooms.get(keyOf(room)) ?? []) if (member !== except) member(frame)
    },
  }
}

export const topicPrefix = 'realtime:'

const keyOf = ({ name, isPrivate }: Room) => `${isPrivate ? 'private' : 'public'}:${name}`
