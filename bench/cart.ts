import { loadavg } from 'node:os';
import { CARTS, type Checkouts, measureCheckouts, ROUNDS } from './cart/checkouts';
import { KEYSTROKES, type Keystroke, LINES, measureKeystrokes } from './cart/keystrokes';
import { middle, verdict } from './verdict';

/**
 * `keystroke`: milliseconds of work of the page's own thread, a frame at 60 a second, so that typing never stutters.
 * `statements`: of one cart's checkout, with the call's authentication and key. `tenOverOne`: ten carts ordered with one
 * press over ten presses, in time and in statements. Each cart is a transaction of its own either way and asks what it must
 * for its own seller; what one press saves are nine times authentication and key, and it must not cost more than it saves.
 */
const GOALS = { keystroke: 16, statements: 25, tenOverOne: 1 };

/** A cart of sixty lines as it is changed, and carts as they are ordered: one alone, and ten of ten sellers at once. */
export async function benchCart(): Promise<void> {
  reportKeystrokes(await measureKeystrokes());
  reportCheckouts(await measureCheckouts());
}

function reportKeystrokes(keystrokes: readonly Keystroke[]): void {
  const of = (part: keyof Keystroke) => middle(keystrokes.map((one) => one[part]));
  console.log(
    `\nA quantity entered in a cart of ${LINES} lines, ${KEYSTROKES} times, load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log(`    sent             ${of('sent').toFixed(1)} ms of work`);
  console.log(`    answered         ${of('answered').toFixed(1)} ms of work, to the total painted`);
  console.log(`    as seen          ${of('painted').toFixed(1)} ms, with the platform’s answer`);
  console.log(
    `    work, the middle ${verdict(middle(keystrokes.map(({ sent, answered }) => sent + answered)), '≤', GOALS.keystroke)}`,
  );
}

function reportCheckouts({ ten, tenSingle, statements }: Checkouts): void {
  const [at, apart] = [middle(ten), middle(tenSingle)];
  console.log(`\n${CARTS} carts of ${CARTS} sellers ordered, ${ROUNDS} rounds, load ${loadavg()[0]?.toFixed(1)}`);
  console.log(`    with one press   ${at.toFixed(0)} ms   ${statements.ten} statements`);
  console.log(`    with ten         ${apart.toFixed(0)} ms   ${statements.tenSingle} statements`);
  console.log(`    time             ${verdict(at / apart, '≤', GOALS.tenOverOne)}`);
  console.log(`    statements       ${verdict(statements.ten / statements.tenSingle, '≤', GOALS.tenOverOne)}`);
  console.log(`    of one alone     ${verdict(statements.one, '≤', GOALS.statements)}\n`);
}
