import { z } from 'zod';

// The content policy forbids compiling code from text; without this every schema would try once and be reported.
z.config({ jitless: true });
