import { useQuery } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { date, text } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import type { TechnicalToken } from '@kufang/contract/identity/technical-token.ts'
import { api, newIdempotencyKey } from '../kit/api/client.ts'
import { SecretOnce } from '../kit/dialog/secret-once.tsx'
import { useConfirm } from '../kit/dialog/use-confirm.tsx'
import { useDecider } from '../kit/session/decider.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import { momentText } from '../kit/fields/moment-text.ts'
import { markStale, useEntityVersion } from '../kit/tab/entity-versions.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import styles from './identity.module.css'
import { accessBody, accessFields, accessValues } from './program-access.ts'
import { userEntity, type UserRecord } from './user.ts'

const messages = defineMessages({
  title: { zh: '令牌', en: 'Tokens' },
  access: {
    zh: '每分钟最多 {count} 个请求；允许的网络：{networks}',
    en: 'At most {count} {count|request|requests} per minute; permitted networks: {networks}',
  },
  anyNetwork: { zh: '不限', en: 'any' },
  change: { zh: '修改访问限制', en: 'Change access' },
  changed: { zh: '已修改 {account} 的访问限制', en: 'Access of {account} changed' },
  save: { zh: '保存', en: 'Save' },
  issue: { zh: '签发令牌', en: 'Issue token' },
  revoke: { zh: '吊销', en: 'Revoke' },
  revokeTitle: {
    zh: '吊销令牌“{name}”？使用它的程序将立即无法访问',
    en: 'Revoke token "{name}"? The program that uses it is refused at once',
  },
  revoked: { zh: '已吊销“{name}”', en: '"{name}" revoked' },
  issued: { zh: '令牌“{name}”', en: 'Token "{name}"' },
  token: { zh: '令牌', en: 'Token' },
  once: {
    zh: '只显示这一次，系统只保存其摘要。请立即存入调用方的密钥库；关闭后无法再次查看。',
    en: 'It is shown once and stored as a digest only. Put it into the secret store of the program now; it cannot be shown again.',
  },
  none: { zh: '没有令牌', en: 'There is no token' },
  row: {
    zh: '{issuedBy} 于 {issuedAt} 签发，有效期至 {expiresOn}，{used}',
    en: 'issued by {issuedBy} at {issuedAt}, valid until {expiresOn}, {used}',
  },
  usedAt: { zh: '最近使用 {at}', en: 'last used {at}' },
  neverUsed: { zh: '未使用过', en: 'never used' },
  valid: { zh: '有效', en: 'Valid' },
  expired: { zh: '已过期', en: 'Expired' },
  revokedState: { zh: '已吊销', en: 'Revoked' },
})

const tokenFields = {
  name: text(words('名称（如使用它的系统和年份）', 'Name (such as its program and the year)'), {
    required: true,
    lengthMax: 40,
  }),
  expiresOn: date(words('有效期至（最长一年）', 'Valid until (at most a year)'), {
    required: true,
    isNotPast: true,
  }),
} as const

const tones = { valid: 'done', expired: 'cancelled', revoked: 'cancelled' } as const

/** For the dialog of a technical account: its access and its tokens; administrators issue and revoke them. */
// oxlint-disable-next-line max-lines-per-function -- markup: one section; its dialogs are components
export function TokenSection({ user }: { user: UserRecord }): ReactNode {
  const t = useMessages(messages)
  const { isAdmin } = useDecider()
  const confirm = useConfirm()
  const changed = useEntityVersion(userEntity)
  const [dialog, setDialog] = useState<'access' | 'token' | null>(null)
  const [issued, setIssued] = useState<{ name: string; token: string } | null>(null)
  const path = `/api/system/technical-accounts/${user.id}`
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['user', user.id, 'tokens', changed],
    queryFn: ({ signal }) => api.get<TechnicalToken[]>(`${path}/tokens`, { signal }),
  })
  const { data: current = user } = useQuery({
    queryKey: ['user', user.id, changed],
    queryFn: ({ signal }) => api.get<UserRecord>(`/api/system/users/${user.id}`, { signal }),
  })
  if (data === undefined)
    return <TabState error={error} isLoading={isLoading} onRetry={() => refetch()} />
  const revoke = async ({ id, name }: TechnicalToken): Promise<void> => {
    const title = t('revokeTitle', { name })
    if (!(await confirm({ title, actionText: t('revoke'), isDangerous: true }))) return
    await api.post(`${path}/tokens/${id}/revoke`, {}, { idempotencyKey: newIdempotencyKey() })
    toast.success(t('revoked', { name }))
    markStale(userEntity)
  }
  const networks = current.networks.join(', ') || t('anyNetwork')
  return (
    <section className={styles.alone} aria-label={t('title')}>
      <p>{t('access', { count: current.requestsPerMinute, networks })}</p>
      {isAdmin && (
        <Space>
          <Button onClick={() => setDialog('token')}>{t('issue')}</Button>
          <Button onClick={() => setDialog('access')}>{t('change')}</Button>
        </Space>
      )}
      {data.length === 0 && <p>{t('none')}</p>}
      <ul>
        {data.map((token) => (
          <li key={token.id}>
            <strong>{token.name}</strong>{' '}
            <StateTag
              tone={tones[token.state]}
              label={t(token.state === 'revoked' ? 'revokedState' : token.state)}
            />{' '}
            {t('row', {
              issuedBy: token.issuedByName,
              issuedAt: momentText(token.issuedAt),
              expiresOn: token.expiresOn,
              used:
                token.lastUsedAt === null
                  ? t('neverUsed')
                  : t('usedAt', { at: momentText(token.lastUsedAt) }),
            })}{' '}
            {isAdmin && token.revokedAt === null && (
              <Button
                size="small"
                danger
                aria-label={`${t('revoke')} ${token.name}`}
                onClick={() => {
                  revoke(token).catch(toast.error)
                }}
              >
                {t('revoke')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog === 'access' && (
        <FieldDialog
          title={t('change')}
          actionText={t('save')}
          fields={accessFields}
          initial={accessValues(current)}
          onClose={() => setDialog(null)}
          onSend={async (values, keys) => {
            const body = { ...accessBody(values), version: current.version }
            await api.post(`${path}/access`, body, { idempotencyKey: keys.of(body) })
            toast.success(t('changed', { account: user.account }))
            markStale(userEntity)
          }}
        />
      )}
      {dialog === 'token' && (
        <FieldDialog
          title={t('issue')}
          actionText={t('issue')}
          size="narrow"
          fields={tokenFields}
          onClose={() => setDialog(null)}
          onSend={async ({ name, expiresOn }, keys) => {
            const body = { name, expiresOn }
            const made = await api.post<{ token: string }>(`${path}/tokens`, body, {
              idempotencyKey: keys.of(body),
            })
            setIssued({ name: String(name), token: made.token })
            markStale(userEntity)
          }}
        />
      )}
      {issued !== null && (
        <SecretOnce
          title={t('issued', { name: issued.name })}
          text={t('once')}
          label={t('token')}
          secret={issued.token}
          onClose={() => setIssued(null)}
        />
      )}
    </section>
  )
}
