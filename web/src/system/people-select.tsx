import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import type { ReactNode } from 'react'
import { api } from '../kit/api/client.ts'
import { useLanguage } from '../kit/text/language.ts'

interface Person {
  userId: string
  account: string
  userName: string
}

/** Selection of several users by name or account. */
export function PeopleSelect(props: {
  companyCode: string
  value: readonly string[]
  onChange: (userIds: string[]) => void
}): ReactNode {
  const { companyCode } = props
  const { label } = useLanguage()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<readonly { value: string; label: string }[]>([])
  const search = useDeferredValue(typed)
  const { data, isFetching } = useQuery({
    queryKey: ['messages', 'people', companyCode, search],
    queryFn: ({ signal }) =>
      api.get<Person[]>('/api/messages/people', { query: { companyCode, search }, signal }),
    placeholderData: (before) => before,
  })
  const found = (data ?? []).map(({ userId, account, userName }) => ({
    value: userId,
    label: `${userName} ${account}`,
  }))
  const known = chosen.filter(({ value }) => props.value.includes(value))
  const missing = known.filter((entry) => !found.some(({ value }) => value === entry.value))
  return (
    <Select<string[]>
      aria-label={label({ zh: '接收人', en: 'Receivers' })}
      style={{ width: '100%' }}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      value={[...props.value]}
      options={[...missing, ...found]}
      onChange={(userIds) => {
        setChosen([...known, ...found].filter(({ value }) => userIds.includes(value)))
        props.onChange(userIds)
      }}
    />
  )
}
