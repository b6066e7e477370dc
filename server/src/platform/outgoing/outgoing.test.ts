import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { checkedLookup, isRefused } from './checked-address.ts'
import { outgoingFetch } from './outgoing-fetch.ts'
import { addressProblem } from './outgoing-rules.ts'

const rules = { hosts: ['sap.example.com:44300', '*.corp.example.com'], allowsLoopback: false }

test.each([
  ['https://sap.example.com:44300/sap', null],
  ['https://SAP.example.com.:44300', null],
  ['https://sap.example.com', 'unlisted'],
  ['https://a.b.corp.example.com', null],
  ['https://corp.example.com', 'unlisted'],
  ['https://evilcorp.example.com', 'unlisted'],
  ['https://sap.example.com.evil.org:44300', 'unlisted'],
  ['https://sap.example.com:44300@evil.org', 'unlisted'],
  ['http://a.corp.example.com', 'plain'],
  ['http://127.0.0.1:8000', 'unlisted'],
  ['http://2130706433', 'unlisted'],
  ['http://localhost', 'unlisted'],
])('the address %s is judged by the list of the operator: %s', (address, problem) => {
  expect(addressProblem(rules, address)).toBe(problem)
})

test('in the demonstration this machine is permitted, with plain http', () => {
  const demonstration = { hosts: [], allowsLoopback: true }
  expect(addressProblem(demonstration, 'http://127.0.0.1:8000')).toBe(null)
  expect(addressProblem(demonstration, 'http://[::1]:8000')).toBe(null)
  expect(addressProblem(demonstration, 'http://10.0.0.1')).toBe('unlisted')
})

test('nothing is sent to link-local and metadata addresses in any form, nor to this machine unless permitted', () => {
  const refused = [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '100.100.100.200',
    '0.0.0.0',
    '::',
    'fe80::1',
    'fd00:ec2::254',
  ]
  for (const address of refused)
    expect([address, isRefused(address, true)]).toEqual([address, true])
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    expect([isRefused(address, false), isRefused(address, true)]).toEqual([true, false])
  for (const address of ['10.1.2.3', '192.168.1.1', '203.0.113.7', '2001:db8::1'])
    expect(isRefused(address, false)).toBe(false)
})

test('a permitted name that is resolved to a refused address is not connected to', async () => {
  const answers = [
    { address: '203.0.113.7', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ]
  const resolve = ((
    _host: string,
    _options: object,
    callback: (error: null, found: object) => void,
  ) => callback(null, answers)) as never
  const error = await new Promise((done) =>
    checkedLookup(false, resolve)('sap.example.com', {}, (error) => done(error)),
  )
  expect(error).toMatchObject({ code: 'ERR_ADDRESS_REFUSED' })
})

test('this machine is reached only by a request that may, by name and by address', async () => {
  let calls = 0
  const server = createServer((_request, reply) => {
    calls += 1
    reply.end('secret of this machine')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const asked = { method: 'GET', headers: {}, signal: AbortSignal.timeout(10_000) }
  try {
    for (const host of ['localhost', '127.0.0.1']) {
      const address = `http://${host}:${port}/`
      await expect(
        outgoingFetch(address, { ...asked, allowsLoopback: false }),
      ).rejects.toMatchObject({
        code: 'ERR_ADDRESS_REFUSED',
      })
    }
    expect(calls).toBe(0)
    const reply = await outgoingFetch(`http://127.0.0.1:${port}/`, {
      ...asked,
      allowsLoopback: true,
    })
    expect([reply.status, await reply.text()]).toEqual([200, 'secret of this machine'])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
