import { describe, expect, test } from 'vitest'
import { decodeBinary, decodeText, encodeBroadcast, encodeWithJson, type Broadcast } from './wire'

const typing: Broadcast = { event: 'typing', encoding: 'json', content: Buffer.from('{"by":"é"}') }

describe('text frames', () => {
  test('both versions say the same', () => {
    const message = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: { config: {} } }
    expect(decodeText(2, '["1","2","realtime:a","phx_join",{"config":{}}]')).toEqual(message)
    expect(
      decodeText(1, '{"join_ref":"1","ref":"2","topic":"realtime:a","event":"phx_join","payload":{"config":{}}}'),
    ).toEqual(message)
  })

  test.each(['', 'not JSON', 'null', '{}', '[]', '["1","2",3,"event",{}]'])('%j is no message', (frame) => {
    expect(decodeText(1, frame)).toBeNull()
    expect(decodeText(2, frame)).toBeNull()
  })

  test('a payload that is JSON already keeps every digit', () => {
    const payloadJson = '{"n":12345678901234567890.10}'
    expect(encodeWithJson(2, { topic: 't', event: 'e', payloadJson })).toBe(`[null,null,"t","e",${payloadJson}]`)
    expect(encodeWithJson(1, { topic: 't', event: 'e', payloadJson })).toContain(`"payload":${payloadJson}`)
  })
})

describe('broadcasts', () => {
  test("a client's binary frame is read to its last byte", () => {
    const names = ['1', '22', 'realtime:a', 'typing', '{}']
    const frame = Buffer.concat([
      Buffer.from([3, ...names.map((name) => name.length), 1]),
      Buffer.from(names.join('')),
      typing.content,
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

  test.each([[[]], [[3, 0]], [[9, 0, 0, 0, 0, 0, 0]]])('%j is no broadcast', (bytes) => {
    expect(decodeBinary(Buffer.from(bytes))).toBeNull()
  })

  test('the newer version gets them binary, unless a name is too long to be counted in a byte', () => {
    expect(encodeBroadcast(2, 'realtime:a', typing)).toEqual(
      Buffer.concat([Buffer.from([4, 10, 6, 0, 1]), Buffer.from('realtime:atyping'), typing.content]),
    )
    const longTopic = 'é'.repeat(128)
    expect(encodeBroadcast(2, longTopic, { ...typing, meta: { id: '7' } })).toBe(
      `[null,null,"${longTopic}","broadcast",{"type":"broadcast","event":"typing","payload":{"by":"é"},"meta":{"id":"7"}}]`,
    )
  })

  test('the older version gets JSON, and no binary content', () => {
    expect(encodeBroadcast(1, 'realtime:a', typing)).toContain('"payload":{"type":"broadcast","event":"typing"')
    expect(encodeBroadcast(1, 'realtime:a', { ...typing, encoding: 'binary' })).toBeNull()
  })
})
