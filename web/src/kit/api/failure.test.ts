import { describe, expect, it } from 'vitest'
import { fileNameOf } from './files.ts'
import { failureOf } from './failure.ts'

const refusal = {
  resp_code: 1,
  resp_msg: '数量超过',
  resp_detail_msg: '第 3 行 数量超过\n第 4 行 数量超过',
  datas: {
    code: 'quantity-exceeds-open',
    params: { quantity: '5', open: 3, other: { deep: true } },
    line: 3,
    field: 'quantity',
    zh: '数量超过',
    en: 'Too much',
    requestId: 'req-1',
    details: [
      {
        code: 'quantity-exceeds-open',
        params: {},
        line: 3,
        field: 'quantity',
        zh: '数量超过',
        en: 'Too much',
      },
      {
        code: 'quantity-exceeds-open',
        params: {},
        line: 4,
        field: 'quantity',
        zh: '数量超过',
        en: 'Too much',
      },
    ],
  },
}

describe('a failed answer', () => {
  it("of the server keeps every line, the server's detail text and the request id", () => {
    const error = failureOf(422, refusal, 'other')
    expect(error).toMatchObject({
      status: 422,
      code: 'quantity-exceeds-open',
      line: 3,
      requestId: 'req-1',
      zh: '数量超过',
    })
    expect(error.details.map((detail) => detail.line)).toEqual([3, 4])
    expect(error.detailMessage).toBe(refusal.resp_detail_msg)
  })

  it('without a list of details is one detail, with plain parameters only', () => {
    const error = failureOf(422, { ...refusal, datas: { ...refusal.datas, details: [] } }, null)
    expect(error.details).toHaveLength(1)
    expect(error.params).toEqual({ quantity: '5', open: 3 })
  })

  it('on a 2xx is a failure message all the same', () => {
    expect(failureOf(200, { resp_code: 1, resp_msg: '失败' }, 'h')).toMatchObject({
      zh: '失败',
      requestId: 'h',
      status: 200,
    })
  })

  it('of a proxy has words of its own', () => {
    expect(failureOf(502, null, null)).toMatchObject({
      code: 'site-unreachable',
      isTransient: true,
    })
    expect(failureOf(401, '<html>', null).code).toBe('session-expired')
    expect(failureOf(500, null, null)).toMatchObject({ code: 'server-failed', isTransient: false })
    expect(failureOf(200, 'text', null).code).toBe('answer-unreadable')
  })

  it('says when the password must be changed first', () => {
    const datas = { ...refusal.datas, forceEditPwdFlag: 'Y' }
    expect(failureOf(403, { ...refusal, datas }, null).mustChangePassword).toBe(true)
  })
})

describe('the name of a file', () => {
  it('is taken from the UTF-8 form first', () => {
    expect(
      fileNameOf(`attachment; filename="x.xlsx"; filename*=UTF-8''%E5%BA%93%E5%AD%98.xlsx`),
    ).toBe('库存.xlsx')
    expect(fileNameOf('attachment; filename="a b.pdf"')).toBe('a b.pdf')
    expect(fileNameOf(`attachment; filename=x.csv; filename*=UTF-8''%E5%BA`)).toBe('x.csv')
    expect(fileNameOf(null)).toBeNull()
  })
})
