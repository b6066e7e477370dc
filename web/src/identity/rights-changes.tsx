import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { RightsChange } from '@kufang/contract/identity/rights-change.ts'
import { api } from '../kit/api/client.ts'
import { WaitingChanges } from '../kit/approval/waiting-changes.tsx'
import { markStale, useEntityVersion } from '../kit/tab/entity-versions.ts'
import { listed, useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { OncePassword, type OnceShownPassword } from './once-password.tsx'
import { userEntity } from './user.ts'

const messages = defineMessages({
  title: { zh: '待另一人批准的权限变更', en: 'Changes of rights awaiting another person' },
  said: {
    zh: '数据范围：{scope} · {user} 申请：{reason} · {day} 前有效 · 可批准：{people}',
    en: 'data scope: {scope} · requested by {user}: {reason} · until {day} · may approve: {people}',
  },
  nobody: { zh: '无', en: 'nobody' },
})

const path = '/api/system/rights/changes'

/**
 * The changes of rights that wait for another person: of one account, of one kind, or all that the signed-in person may
 * see. Old and new are shown; nothing if none waits.
 */
export function RightsChanges(props: {
  userId?: string
  /** Only changes of this kind, such as `user-plant`. */
  rule?: string
  onDone?: () => void
}): ReactNode {
  const { userId, rule } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const changed = useEntityVersion(userEntity)
  const { data } = useQuery({
    queryKey: ['rights-changes', userId ?? '', changed],
    queryFn: ({ signal }) =>
      api.get<RightsChange[]>(userId === undefined ? path : `${path}?userId=${userId}`, { signal }),
  })
  const [secret, setSecret] = useState<OnceShownPassword | null>(null)
  return (
    <>
      <WaitingChanges
        title={t('title')}
        path={path}
        changes={(data ?? []).filter((change) => rule === undefined || change.rule === rule)}
        subjectOf={({ subjectNo, ruleZh, ruleEn }) =>
          `${subjectNo} ${label({ zh: ruleZh, en: ruleEn })}`
        }
        differencesOf={differencesOf}
        saidOf={({ requestedByName: user, reason, expiresOn, approvers, scope }) =>
          t('said', {
            user,
            reason,
            scope: label(scope),
            day: expiresOn ?? '',
            people: approvers.length === 0 ? t('nobody') : listed(approvers),
          })
        }
        isWithoutApprover={({ approvers }) => approvers.length === 0}
        onDone={() => {
          markStale(userEntity)
          props.onDone?.()
        }}
        onAnswer={({ subjectNo: account }, answer) => {
          const password = (answer as { temporaryPassword?: string | null }).temporaryPassword
          if (typeof password === 'string') setSecret({ account, password })
        }}
      />
      {secret !== null && <OncePassword {...secret} onClose={() => setSecret(null)} />}
    </>
  )
}

/** Old and new of each kind of value; of lists what is added is in front. */
function differencesOf({ before, after }: RightsChange): string[] {
  const shown = (values: unknown): string =>
    Array.isArray(values) && values.length > 0 && values[0] !== '' ? values.join('、') : '–'
  return Object.keys(after).map((name) => `${shown(before?.[name])} → ${shown(after[name])}`)
}
