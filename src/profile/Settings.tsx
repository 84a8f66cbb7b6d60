import { APPEARANCES, useAppearance } from '../shell/useAppearance';
import { PageFrame } from '../ui/PageFrame';
import type { ThemeMode } from '../ui/theme';
import css from './profile.module.css';
import { Invitations } from './settings/Invitations';
import { NameForm } from './settings/NameForm';
import { OwnData } from './settings/OwnData';
import { Password } from './settings/Password';
import { Pictures } from './settings/Pictures';
import { Sessions } from './settings/Sessions';
import { TrackingKeys } from './settings/TrackingKeys';

const MODES = Object.entries(APPEARANCES) as [ThemeMode, string][];

/** The person's pictures, name, password, keys, appearance, sessions and data. */
export default function Settings() {
  const [mode, setMode] = useAppearance();
  return (
    <PageFrame title="Profile settings">
      <div className={css.settings}>
        <Invitations />
        <section className={css.section} aria-labelledby="p-pictures">
          <h2 id="p-pictures">Your pictures</h2>
          <Pictures />
        </section>
        <section className={css.section} aria-labelledby="p-name">
          <h2 id="p-name">Your name</h2>
          <NameForm />
        </section>
        <section className={css.section} aria-labelledby="p-sign-in">
          <h2 id="p-sign-in">Sign-in</h2>
          <Password />
        </section>
        <TrackingKeys />
        <section className={css.section} aria-labelledby="p-appearance">
          <h2 id="p-appearance">Appearance</h2>
          <fieldset className={css.modes}>
            <legend>In this browser</legend>
            {MODES.map(([value, label]) => (
              <label key={value} className="v-check">
                <input type="radio" name="appearance" checked={mode === value} onChange={() => setMode(value)} />
                {label}
              </label>
            ))}
          </fieldset>
        </section>
        <section className={css.section} aria-labelledby={css.sessions}>
          <h2 id={css.sessions}>Where you’re signed in</h2>
          <Sessions />
        </section>
        <section className={css.section} aria-labelledby="p-own-data">
          <h2 id="p-own-data">Your data</h2>
          <OwnData />
        </section>
      </div>
    </PageFrame>
  );
}
