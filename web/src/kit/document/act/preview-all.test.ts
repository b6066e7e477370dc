import type { Preview } from '@kufang/contract/document/api.ts'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import type { ListedDocument } from '../listed-document.ts'
import { previewAll } from './preview-all.ts'

const documents = ['RK1', 'RK2', 'RK3'].map(
  (docNo) => ({ id: docNo, docNo, version: 1 }) as ListedDocument,
)
const state = { state: 'reviewed', erpState: 'unposted' }
const nothing: Preview = {
  moves: [],
  holds: [],
  before: state,
  after: state,
  postings: [],
  laterSteps: [],
  warnings: [],
  postingDate: null,
}

function failure(status: number): ApiError {
  return new ApiError({
    status,
    requestId: null,
    details: [{ code: 'frozen', params: {}, zh: '货位已冻结', en: 'The bin is frozen' }],
  })
}

describe('the preview of an action on several documents', () => {
  it('shows the others where one would be refused, and says which and why', async () => {
    const found = await previewAll(documents, ({ docNo }) =>
      docNo === 'RK2' ? Promise.reject(failure(422)) : Promise.resolve(nothing),
    )
    expect(found.numbers).toEqual(['RK1', 'RK3'])
    expect(found.previews).toHaveLength(2)
    expect(found.refused).toEqual([
      { docNo: 'RK2', reason: { zh: '货位已冻结', en: 'The bin is frozen' } },
    ])
  })

  it('fails as a whole for a single document, a lost session and a server that fails', async () => {
    const ask = (status: number, count: number): Promise<unknown> =>
      previewAll(documents.slice(0, count), () => Promise.reject(failure(status)))
    await expect(ask(422, 1)).rejects.toMatchObject({ status: 422 })
    await expect(ask(401, 3)).rejects.toMatchObject({ status: 401 })
    await expect(ask(500, 3)).rejects.toMatchObject({ status: 500 })
  })
})
