import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { sendInParts } from './upload-parts.ts'
import type { Upload, UploadCalls, UploadProgress } from './upload-parts.ts'

const failure = (status: number): ApiError =>
  new ApiError({ status, requestId: null, details: [{ code: 'x', params: {}, zh: 'x', en: 'x' }] })

/** A server that stores parts; `faults` are thrown by successive calls, null for success. */
function server(faults: (ApiError | null)[] = []) {
  const received: number[] = []
  const log: string[] = []
  const answer = <Value>(name: string, value: () => Value): Promise<Value> => {
    log.push(name)
    const fault = faults.shift() ?? null
    return fault === null ? Promise.resolve(value()) : Promise.reject(fault)
  }
  const upload = (): Upload => ({
    uploadId: 'u',
    partBytes: 10,
    partCount: 3,
    received: [...received],
  })
  const calls: UploadCalls = {
    begin: () => answer('begin', upload),
    sendPart: (_upload, partNo) =>
      answer(`part ${partNo}`, () => {
        received.push(partNo)
        return upload()
      }),
    merge: () => answer('merge', () => undefined),
    pause: (ms) => {
      log.push(`pause ${ms}`)
      return Promise.resolve()
    },
  }
  return { calls, log, received }
}

describe('an upload in parts', () => {
  it('sends each part once and says how far it is', async () => {
    const { calls, log } = server()
    const said: UploadProgress[] = []
    expect(await sendInParts(calls, (progress) => said.push(progress))).toBe('u')
    expect(log).toEqual(['begin', 'part 1', 'part 2', 'part 3', 'merge'])
    expect(said.map(({ percent }) => percent)).toEqual([0, 33, 66, 99, 100])
  })

  it('goes on after a lost connection with what is missing only', async () => {
    const lost = failure(0)
    const { calls, log } = server([null, null, lost, lost, null, null, failure(503)])
    const said: UploadProgress[] = []
    await sendInParts(calls, (progress) => said.push(progress))
    expect(log).toEqual([
      'begin',
      'part 1',
      'part 2',
      'pause 1000',
      'begin',
      'pause 2000',
      'begin',
      'part 2',
      'part 3',
      'pause 1000',
      'begin',
      'part 3',
      'merge',
    ])
    expect(said.filter(({ isWaiting }) => isWaiting).map(({ percent }) => percent)).toEqual([
      33, 33, 66,
    ])
  })

  it('takes up what an earlier attempt left', async () => {
    const { calls, log, received } = server()
    received.push(1, 3)
    await sendInParts(calls, () => undefined)
    expect(log).toEqual(['begin', 'part 2', 'merge'])
  })

  it('ends with the refusal of the server, and with the person giving up', async () => {
    const refused = server([null, failure(415)])
    await expect(sendInParts(refused.calls, () => undefined)).rejects.toMatchObject({ status: 415 })
    expect(refused.log).toEqual(['begin', 'part 1'])
    const left = server([failure(0)])
    left.calls.pause = () => Promise.reject(new DOMException('', 'AbortError'))
    await expect(sendInParts(left.calls, () => undefined)).rejects.toThrow(DOMException)
  })
})
