import { Button, Result } from 'antd'
import { inSentence } from '@kufang/contract/document/declare/label.ts'
import type { ReactNode } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { holdsAny } from '@kufang/contract/document/decide.ts'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { useDecider } from '../../session/decider.ts'
import { openPath } from '../document-path.ts'

const messages = defineMessages({
  gone: { zh: '这张{name}已不存在', en: 'This {name} no longer exists' },
  why: {
    zh: '它可能已被他人删除，或已移出您的数据范围',
    en: 'It was deleted by somebody else, or moved out of your data scope',
  },
  close: { zh: '关闭', en: 'Close' },
  list: { zh: '打开{page}', en: 'Open {page}' },
})

/** In place of a document that was deleted meanwhile, with the way to its list. */
export function GoneDocument(props: {
  definition: AnyDocument
  isPage: boolean
  onClose: (() => void) | undefined
}): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const decider = useDecider()
  const name = label(inSentence(props.definition.label))
  const { pages } = props.definition
  const list = pageCatalogue.find(
    ({ path, role }) =>
      ['maintain', 'query'].includes(pages[path]?.kind ?? '') && holdsAny(decider, [role]),
  )
  const Heading = props.isPage ? 'h1' : 'h2'
  return (
    <Result
      status="info"
      title={<Heading style={{ margin: 0, fontSize: 18 }}>{t('gone', { name })}</Heading>}
      subTitle={t('why')}
      extra={
        <>
          <Button onClick={props.onClose}>{t('close')}</Button>
          {props.isPage && list !== undefined && (
            <Button type="primary" onClick={() => openPath(list.path)}>
              {t('list', { page: label(list) })}
            </Button>
          )}
        </>
      }
    />
  )
}
