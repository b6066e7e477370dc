import type { Subject } from '@kufang/contract/document/visible.ts'
import { visibleDefinition } from '@kufang/contract/document/visible.ts'
import { useDecider } from './decider.ts'

/** The declaration without fields hidden from the signed-in user; the server does not send them either. */
export function useVisible<S extends Subject>(subject: S): S {
  return visibleDefinition(subject, useDecider())
}
