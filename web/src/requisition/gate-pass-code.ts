import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../kit/api/client.ts'
import type { PrintedCode } from '../kit/document/slots.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { label } from '../kit/text/language.ts'
import { gatePassAddress } from './gate-token.ts'

/**
 * The gate pass of a document with which goods leave, for the guard's phone; the goods issue of an emergency's paper has none.
 * @param document its type
 */
export const gatePassOf =
  (document: string) =>
  async (header: Row): Promise<PrintedCode | null> => {
    const { token } = await api.get<{ token: string | null }>(
      `/api/issue/gate-pass/${document}/${encodeURIComponent(textOf(header['id']))}`,
    )
    if (token === null) return null
    return {
      value: gatePassAddress(location.origin, token),
      label: label({ zh: '放行核验', en: 'Gate pass' }),
    }
  }
