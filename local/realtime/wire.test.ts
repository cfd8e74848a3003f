import { describe, expect, test } from 'vitest'
import { decodeBinary, decodeText, encodeBroadcast, encodeWithJson, type Broadcast } from './wire'

const typing: Broadcast = { event: 'typing', contentJson: '{"by":"é"}' }

describe('text frames', () => {
  test('decodes a message', () => {
    expect(decodeText('["1","2","realtime:a","phx_join",{"config":{}}]')).toEqual({
      joinRef: '1',
      ref: '2',
      topic: 'realtime:a',
      event: 'phx_join',
      payload: { config: {} },
    })
  })

  test.each(['', 'not JSON', 'null', '{}', '[]', '["1","2",3,"event",{}]'])('refuses %j', (frame) => {
    expect(decodeText(frame)).toBeNull()
  })

  test('keeps every digit of a JSON payload', () => {
    const payloadJson = '{"n":12345678901234567890.10}'
    expect(encodeWithJson({ topic: 't', event: 'e', payloadJson })).toBe(`[null,null,"t","e",${payloadJson}]`)
  })
})

describe('broadcasts', () => {
  test('decodes a binary frame of a client', () => {
    const names = ['1', '22', 'realtime:a', 'typing', '{}']
    const frame = Buffer.concat([
      Buffer.from([3, ...names.map((name) => name.length), 1]),
      Buffer.from(names.join('')),
      Buffer.from(typing.contentJson),
    ])
    expect(decodeBinary(frame)).toEqual({
      joinRef: '1',
      ref: '22',
      topic: 'realtime:a',
      event: 'broadcast',
      payload: {},
      broadcast: typing,
    })
  })

  test.each([[[]], [[3, 0]], [[9, 0, 0, 0, 0, 0, 1]], [[3, 0, 0, 0, 0, 0, 0]]])('refuses %j', (bytes) => {
    expect(decodeBinary(Buffer.from(bytes))).toBeNull()
  })

  test('encodes a broadcast with its metadata', () => {
    expect(encodeBroadcast('realtime:a', { ...typing, meta: { id: '7' } })).toBe(
      '[null,null,"realtime:a","broadcast",{"type":"broadcast","event":"typing","payload":{"by":"é"},"meta":{"id":"7"}}]',
    )
  })
})
