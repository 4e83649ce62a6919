import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/basics/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { UsernameHint } from '../../ui/forms/username-hint.tsx'
import { Specimen } from './specimen.tsx'

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const

export function FormParts() {
  const [isOn, setOn] = useState(true)
  return (
    <>
      <Specimen name="Button">
        {variants.map((variant) => (
          <div key={variant} className="flex flex-wrap items-center gap-3">
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} size="small">
              Small
            </Button>
            <Button variant={variant} size="icon" aria-label={`Add, ${variant}`}>
              <Plus aria-hidden />
            </Button>
            <Button variant={variant} isPending>
              Pending
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
          </div>
        ))}
        <div>
          <Button size="large">Large</Button>
        </div>
      </Specimen>
      <Specimen name="Field">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Plain">
            {(control) => <Input {...control} placeholder="Placeholder" />}
          </Field>
          <Field label="With a hint" hint="Only the domain, such as example.com">
            {(control) => <Input {...control} />}
          </Field>
          <Field label="With an error" error="Please enter a valid email address">
            {(control) => <Input {...control} defaultValue="not an address" />}
          </Field>
          <Field label="Disabled">
            {(control) => <Input {...control} disabled defaultValue="Cannot be changed" />}
          </Field>
          <form>
            <UsernameHint email="sam@example.com" />
            <PasswordField
              label="Password"
              autoComplete="current-password"
              defaultValue="correct horse"
            />
          </form>
          <Field label="Select">
            {(control) => (
              <Select
                {...control}
                options={[
                  { value: 'all', label: 'All accounts' },
                  { value: 'one', label: 'sam@example.com' },
                ]}
              />
            )}
          </Field>
        </div>
      </Specimen>
      <Specimen name="Checkbox">
        <div className="flex">
          <Checkbox label="Checked" checked={isOn} onChange={() => setOn(!isOn)} />
          <Checkbox label="Some" checked={false} isMixed onChange={() => {}} />
          <Checkbox label="Empty" checked={false} onChange={() => {}} />
        </div>
      </Specimen>
      <Specimen name="Switch">
        <Switch
          label="Filter recruiters"
          description="Moves recruiter emails out of the inbox."
          checked={isOn}
          onChange={setOn}
        />
        <Switch label="Off" checked={false} onChange={() => {}} />
        <Switch label="Disabled" checked disabled onChange={() => {}} />
      </Specimen>
    </>
  )
}
