import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { canReach } from './databaseUser'

let home: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'fernbank-home-'))
  mkdirSync(path.join(home, 'project'))
  return () => rmSync(home, { recursive: true, force: true })
})

const stranger = { uid: 64_999, gid: 64_999 }

test('a folder below a closed home cannot be reached by others', () => {
  const project = path.join(home, 'project')
  expect(canReach(project, stranger)).toBe(false)
  expect(canReach(path.join(project, 'not', 'there', 'yet'), stranger)).toBe(false)
  chmodSync(home, 0o711)
  expect(canReach(project, stranger)).toBe(true)
  expect(canReach(path.join(project, 'not', 'there', 'yet'), stranger)).toBe(true)
})

test('the owner and the group have rights of their own', () => {
  const { uid, gid } = statSync(home)
  expect(canReach(home, { uid, gid: stranger.gid })).toBe(true)
  expect(canReach(home, { uid: stranger.uid, gid })).toBe(false)
  chmodSync(home, 0o710)
  expect(canReach(home, { uid: stranger.uid, gid })).toBe(true)
})

test('we ourselves reach what we reach', () => {
  expect(canReach(home, null)).toBe(true)
})
