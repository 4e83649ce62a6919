import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'

/** Instead of the panel, for an admin whose login session has no second factor. */
export function SecondFactorCard() {
  return (
    <Card
      title="Set up two-step sign-in to use the Admin Panel"
      description="Admins can see and delete every user, so a password alone isn’t enough. It takes a minute, with an authenticator app or a passkey."
      footer={
        <Button asChild>
          <Link to={paths.accountSettings}>Go to Account Settings</Link>
        </Button>
      }
    />
  )
}
