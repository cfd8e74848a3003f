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

const otherUser = { uid: 64_999, gid: 64_999 }

test('other users cannot reach a folder below a closed home', () => {
  const project = path.join(home, 'project')
  expect(canReach(project, otherUser)).toBe(false)
  expect(canReach(path.join(project, 'not', 'there', 'yet'), otherUser)).toBe(false)
  chmodSync(home, 0o711)
  expect(canReach(project, otherUser)).toBe(true)
  expect(canReach(path.join(project, 'not', 'there', 'yet'), otherUser)).toBe(true)
})

test('checks the rights of owner and group', () => {
  const { uid, gid } = statSync(home)
  expect(canReach(home, { uid, gid: otherUser.gid })).toBe(true)
  expect(canReach(home, { uid: otherUser.uid, gid })).toBe(false)
  chmodSync(home, 0o710)
  expect(canReach(home, { uid: otherUser.uid, gid })).toBe(true)
})

test('the current user is not checked', () => {
  expect(canReach(home, null)).toBe(true)
})
