import fc from 'fast-check';

/** A property that fails names its input before the test's time is over, however long a smaller one is looked for. */
fc.configureGlobal({ interruptAfterTimeLimit: 45_000 });
