import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { goodsSentence } from '@kufang/contract/document/goods-words.ts'
import type { ContentType } from '@kufang/contract/messages/message-event.ts'
import type { MessageView } from '@kufang/contract/messages/message-view.ts'
import { escapeHtml } from './clean-html.ts'
import type { MessageParams, MessageTemplate } from './templates.ts'
import { renderMessage } from './templates.ts'
import type { StoredTodo, TodoFacts } from './todos.ts'
import { labelsOf, nameOfTodo } from './todos.ts'

/** The placeholders of a to-do's template. */
export function todoParams(todo: StoredTodo, language: 'zh' | 'en'): MessageParams {
  const { documentLabel, actionLabel } = labelsOf(todo.documentType, todo.action)
  return {
    document: documentLabel[language],
    documentNo: nameOfTodo(todo)[language],
    action: actionLabel[language],
    companyCode: todo.companyCode,
    plant: todo.plant,
    storageLocation: todo.storageLocation,
  }
}

const titleLengthMax = 200

/**
 * A to-do as message, by the template of new to-dos, with the goods it is about. If its document waits because the ERP
 * refused something, the title says that instead of the action, and the content begins with what to do.
 */
export function todoView(
  template: MessageTemplate,
  todo: StoredTodo,
  language: 'zh' | 'en',
  { goods, failure }: TodoFacts,
): MessageView {
  const params = todoParams(todo, language)
  const { title, content } = renderMessage(template, language, params)
  const failed =
    failure === null ? null : `${params['document']} ${todo.documentNo} ${failure[language]}`
  const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`
  const cure = failure === null ? '' : paragraph(failure.cure[language])
  const said = goods === null ? '' : paragraph(goodsSentence(goods, language))
  return {
    msgSendId: todo.id,
    msgTitle: failed?.slice(0, titleLengthMax) ?? title,
    msgContent: cure + said + content,
    msgType: 'agency',
    handleUrl: todo.handleUrl,
    sendType: 'mail',
    contentType: 'user',
    bizId: todo.documentNo,
    sendUserName: '',
    createTime: todo.createdAt,
  }
}

/** A notice as stored. */
export interface StoredNotice {
  companyCode: string
  id: string
  event: string
  contentType: ContentType
  department: string
  titleZh: string
  titleEn: string
  contentZh: string
  contentEn: string
  handleUrl: string
  subjectNo: string
  createdAt: string
  createdBy: string
  createdByName: string
}

export function noticeView(notice: StoredNotice, language: 'zh' | 'en'): MessageView {
  return {
    msgSendId: notice.id,
    msgTitle: language === 'en' ? notice.titleEn : notice.titleZh,
    msgContent: language === 'en' ? notice.contentEn : notice.contentZh,
    msgType: 'notice',
    handleUrl: notice.handleUrl,
    sendType: 'mail',
    contentType: notice.contentType,
    bizId: notice.subjectNo,
    sendUserName: notice.createdByName,
    createTime: notice.createdAt,
  }
}

/** The role to configure messages and write notices: that of the business configuration. */
export const messageSettingsRole: string = cataloguePage('/system/systemPageSetup').role
