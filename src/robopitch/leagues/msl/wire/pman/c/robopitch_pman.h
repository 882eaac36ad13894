/* A process of PMan, CAMBADA's process manager, in one header file: attaches to the table that the vision, or the
 * simulator, has made, is woken by SIGCONT in each of its periods, and says when it has ended a cycle.
 *
 * The functions have the names, arguments and meanings of CAMBADA's interface, as far as a process needs it.
 * AGENT=3 names the robot; SECOND_RTDB=1 selects the second team of the machine.
 *
 * For 64-bit Linux on little-endian processors, GNU C99 and later.
 */
#ifndef ROBOPITCH_PMAN_H
#define ROBOPITCH_PMAN_H

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/time.h>
#include <unistd.h>

#ifndef PMAN_KEY
#define PMAN_KEY 0x9011 /* of the omnidirectional camera; 2 AGENT is added */
#define PMAN_SECOND_KEY (PMAN_KEY + 0x100)
#endif
#define PMAN_PROCESSES 20
#define PMAN_NEIGHBOURS 5
#define PMAN_ACTIVATE_SIG SIGCONT

enum pman_status { PMAN_EMPTY, PMAN_ACTIVATED, PMAN_READY, PMAN_IDLE, PMAN_PENDING };

struct pman_process {
    char name[33];
    int32_t pid, period, phase, deadline;
    char before[PMAN_NEIGHBOURS][33];
    int32_t after[PMAN_NEIGHBOURS];
    uint64_t wanted, finished; /* predecessors, a bit for each record */
    int32_t qos;
    char qos_pending;
    int64_t started[2], ended[2]; /* seconds and microseconds */
    int32_t status;
    uint32_t activations, missed;
};
struct pman_table {
    int32_t processes, ticks;
    void *functions[2]; /* of the master */
    struct pman_process process[PMAN_PROCESSES];
    char trace[240008];
};
_Static_assert(sizeof(struct pman_process) == 312, "the layout of a process");
_Static_assert(sizeof(struct pman_table) == 246272, "the layout of the table");

static struct pman_table *pman_table;
static int pman_semaphore = -1;

/* Take (-1) or give back (+1) the lock. */
static inline int pman_lock(int change)
{
    struct sembuf operation = {0, (short)change, SEM_UNDO};

    return semop(pman_semaphore, &operation, 1);
}

/* The record of a process, or NULL. */
static inline struct pman_process *pman_find(const char *name)
{
    int index;

    for (index = 0; index < PMAN_PROCESSES; index++) {
        struct pman_process *process = &pman_table->process[index];
        if (process->status != PMAN_EMPTY && strncmp(process->name, name, sizeof process->name) == 0)
            return process;
    }
    return NULL;
}

/* Attach to the table of the robot that AGENT names; 0, or a code below 0 as the library has them. */
static inline int PMAN_init(void)
{
    const char *agent = getenv("AGENT");
    int key = (getenv("SECOND_RTDB") ? PMAN_SECOND_KEY : PMAN_KEY) + 2 * (agent ? atoi(agent) : 0);
    int memory = shmget(key, sizeof *pman_table, 0600);

    if (memory == -1)
        return -16;
    pman_table = (struct pman_table *)shmat(memory, NULL, 0);
    if (pman_table == (void *)-1)
        return -17;
    pman_semaphore = semget(key, 1, 0600);
    return pman_semaphore == -1 ? -18 : 0;
}

/* Enter the own process under its name: from now on it is signalled. 0, or -2 if there is no such name. */
static inline int PMAN_attach(const char *name, pid_t pid)
{
    struct pman_process *process;

    pman_lock(-1);
    process = pman_find(name);
    if (process)
        process->pid = pid;
    pman_lock(1);
    return process ? 0 : -2;
}

/* Leave the table; the process goes on. */
static inline int PMAN_deattach(const char *name)
{
    return PMAN_attach(name, 0);
}

/* The own cycle has ended: those that wait for it and are due begin theirs. */
static inline int PMAN_epilogue(const char *name)
{
    struct pman_process *own, *other;
    struct timeval now;
    int index, waiting = 0;

    pman_lock(-1);
    own = pman_find(name);
    gettimeofday(&now, NULL);
    if (own) {
        own->status = PMAN_IDLE;
        own->ended[0] = now.tv_sec;
        own->ended[1] = now.tv_usec;
        for (index = 0; index < PMAN_NEIGHBOURS; index++)
            if (own->after[index] >= 0 && own->after[index] < PMAN_PROCESSES) {
                pman_table->process[own->after[index]].finished |= 1ull << (own - pman_table->process);
                waiting = 1;
            }
        for (index = 0; waiting && index < PMAN_PROCESSES; index++) {
            other = &pman_table->process[index];
            if (other->pid <= 1 || (other->status != PMAN_ACTIVATED && other->status != PMAN_PENDING))
                continue;
            if (other->finished != other->wanted) {
                other->status = PMAN_PENDING;
                continue;
            }
            other->finished = 0;
            other->started[0] = now.tv_sec;
            other->started[1] = now.tv_usec;
            other->status = PMAN_READY;
            other->activations++;
            if (kill(other->pid, PMAN_ACTIVATE_SIG) == -1)
                other->pid = 0;
        }
    }
    pman_lock(1);
    return own ? 0 : -2;
}

#endif
