/* A client of the real-time data base, first generation, in one header file.
 *
 * The functions have the names and meanings of CAMBADA's interface: DB_init, DB_put, DB_get, Whoami, DB_free. A program
 * that calls them compiles with this header, or links with CAMBADA's own library; both find the same memory. The memory
 * itself is made by the simulator, which must be running.
 *
 * AGENT=3 names the robot (0 is the base station); SECOND_RTDB=1 selects the second team of the machine.
 *
 * Two things are better here than in the library, and one is more:
 *   - a record that nobody has written yet has the age -1, not the time since 1970;
 *   - a value that is written while it is read is read again;
 *   - ages follow the simulated clock when the simulator runs in lockstep.
 *
 * For 64-bit Linux on little-endian processors, GNU C99 or C++11 and later:  cc -std=gnu99 -I DIRECTORY program.c
 * DIRECTORY is the folder of this file; robopitch.leagues.msl.wire.rtdb.C_FOLDER names it.
 */
#ifndef ROBOPITCH_RTDB_H
#define ROBOPITCH_RTDB_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/time.h>

/* Constants of the library of 2017. Define others before including this file for a library that has others. */
#ifndef RTDB_AGENTS
#define RTDB_AGENTS 7
#define RTDB_KEY 0x2000
#define RTDB_SECOND_KEY (RTDB_KEY + RTDB_AGENTS * RTDB_STRIDE)
#define RTDB_STRIDE 28
#endif
#define RTDB_RECORDS 100

#define SELF 3333

/* Numbers of the records that a robot exchanges with its hardware, or with the simulator. */
enum rtdb_item {
    ROBOT_WS = 0,
    LAPTOP_INFO = 1,
    COACH_INFO = 2,
    VISION_INFO = 3,
    FRONT_VISION_INFO = 4,
    FORMATION_INFO = 5,
    CMD_VEL = 6,
    CMD_POS = 7,
    CMD_KICKER = 8,
    CMD_INFO = 9,
    CMD_HWERRORS = 10,
    CMD_GRABBER = 11,
    LAST_CMD_VEL = 12,
    CMD_IMU = 14,
    CMD_SYNCIMU = 15,
    CMD_GRABBER_INFO = 16,
    CMD_GRABBER_CONFIG = 17
};

/* Values of records. The robot's frame of CAMBADA: y forward, x to the right; metres, radians counter-clockwise. */
struct rtdb_point { float x, y; };
struct rtdb_points { int32_t count; struct rtdb_point point[500]; };
struct rtdb_vision { /* VISION_INFO; points on lines in millimetres */
    struct rtdb_points obstacles, lines;
    struct rtdb_point ball[5];
    int32_t balls;
};
struct rtdb_velocity { float x, y, turn; bool small_adjustment; };               /* CMD_VEL, LAST_CMD_VEL */
struct rtdb_odometry { float x, y, angle, dx, dy, turned; };                     /* CMD_POS */
struct rtdb_kicker { uint8_t power, engaged_high, engaged_low; };                /* CMD_KICKER; from 128 on a low kick */
struct rtdb_grabber { uint8_t mode; };                                           /* CMD_GRABBER; 0 to 100 */
struct rtdb_imu { int32_t compass, yaw, raw_yaw; };                              /* CMD_IMU; degrees */
struct rtdb_info { uint16_t logic, power_12, power_24, kicker; bool kicked; };   /* CMD_INFO; tenths of a volt */
struct rtdb_grabber_info { uint32_t left, right; bool left_damaged, right_damaged; }; /* CMD_GRABBER_INFO; 0 to 100 */
struct rtdb_player { /* what the base station tells one robot */
    int32_t role, team_colour, goal_colour; /* 3: striker; 2 magenta, 3 cyan; 0 blue, 1 yellow */
    bool role_automatic, running, coaching;
    float orientation, x, y;
    int32_t number;
};
struct rtdb_coach { /* COACH_INFO */
    struct rtdb_player player[6];
    int32_t position_serial[6], signal, our_goals, their_goals, seconds; /* signal: 1 stop, 2 halt, 3 start ... */
    bool manual_formation;
    int32_t half;
    char taxi_robot[6];
    float taxi_x, taxi_y;
    bool taxi_orientation;
};
struct rtdb_formation { int32_t free_play, set_piece; struct rtdb_point place[6]; int32_t id[6]; bool cover[6]; };

/* The layout of the memory. */
struct rtdb_definition {
    int32_t self_agent, agents;
    int32_t shared_records[RTDB_AGENTS], local_records;
    int32_t shared_size[RTDB_AGENTS], local_size;
    int32_t table[RTDB_AGENTS][RTDB_RECORDS]; /* -1: no such record; from RTDB_RECORDS on: local */
};
struct rtdb_record {
    int32_t id, size, period, offset, bank, padding;
    int64_t stamp[2][2]; /* seconds and microseconds of both banks */
};
struct rtdb_clock { int64_t microseconds; int32_t simulated, padding; };

static int rtdb_agent = -1;
static struct rtdb_definition *rtdb_def;
static char *rtdb_shared[RTDB_AGENTS], *rtdb_local;
static size_t rtdb_shared_size[RTDB_AGENTS], rtdb_local_size;
static struct rtdb_clock *rtdb_clock;

/* Attach a segment of at least *size* bytes; NULL if there is none. */
static inline void *rtdb_attach(int key, size_t size, size_t *found)
{
    struct shmid_ds status;
    int id = shmget(key, size, 0600);
    void *memory;

    if (id == -1 || shmctl(id, IPC_STAT, &status) == -1)
        return NULL;
    memory = shmat(id, NULL, 0);
    if (memory == (void *)-1)
        return NULL;
    if (found)
        *found = status.shm_segsz;
    return memory;
}

/* Microseconds since 1970, or of the simulated clock in lockstep. */
static inline int64_t rtdb_now(void)
{
    struct timeval time;

    if (rtdb_clock && __atomic_load_n(&rtdb_clock->simulated, __ATOMIC_ACQUIRE))
        return __atomic_load_n(&rtdb_clock->microseconds, __ATOMIC_RELAXED);
    gettimeofday(&time, NULL);
    return (int64_t)time.tv_sec * 1000000 + time.tv_usec;
}

/* The header of a record; NULL if there is no such record, or if it would lie outside its area. */
static inline struct rtdb_record *rtdb_find(int agent, int id)
{
    struct rtdb_record *record;
    size_t at, data, size;
    int place;

    if (rtdb_agent < 0 || agent < 0 || agent >= rtdb_def->agents || id < 0 || id >= RTDB_RECORDS)
        return NULL;
    place = rtdb_def->table[agent][id];
    if (place < 0 || (place >= RTDB_RECORDS && agent != rtdb_agent))
        return NULL;
    at = (size_t)(place % RTDB_RECORDS) * sizeof *record;
    size = place < RTDB_RECORDS ? rtdb_shared_size[agent] : rtdb_local_size;
    if (at + sizeof *record > size)
        return NULL;
    record = (struct rtdb_record *)((place < RTDB_RECORDS ? rtdb_shared[agent] : rtdb_local) + at);
    data = at + (size_t)(int64_t)record->offset;
    if (record->size < 0 || data > size || 2 * (size_t)record->size > size - data)
        return NULL;
    return record;
}

/* Detach everything. */
static inline void DB_free(void)
{
    int agent;

    for (agent = 0; agent < RTDB_AGENTS; agent++) {
        if (rtdb_shared[agent])
            shmdt(rtdb_shared[agent]);
        rtdb_shared[agent] = NULL;
    }
    if (rtdb_local)
        shmdt(rtdb_local);
    if (rtdb_clock)
        shmdt(rtdb_clock);
    if (rtdb_def)
        shmdt(rtdb_def);
    rtdb_local = NULL;
    rtdb_clock = NULL;
    rtdb_def = NULL;
    rtdb_agent = -1;
}

/* Attach the data base of the agent that AGENT names; 0, or -1 and a message. */
static inline int DB_init(void)
{
    const char *name = getenv("AGENT");
    int agent = name ? atoi(name) : -1, key, other;

    if (agent < 0 || agent >= RTDB_AGENTS) {
        fprintf(stderr, "rtdb: AGENT must be the number of a robot, 1 to %d, or 0\n", RTDB_AGENTS - 1);
        return -1;
    }
    key = (getenv("SECOND_RTDB") ? RTDB_SECOND_KEY : RTDB_KEY) + agent * RTDB_STRIDE;
    rtdb_def = (struct rtdb_definition *)rtdb_attach(key, sizeof *rtdb_def, NULL);
    if (!rtdb_def || rtdb_def->agents < 1 || rtdb_def->agents > RTDB_AGENTS) {
        fprintf(stderr, "rtdb: no data base of agent %d (key %#x): start the simulator first\n", agent, (unsigned)key);
        DB_free();
        return -1;
    }
    for (other = 0; other < rtdb_def->agents; other++) {
        rtdb_shared[other] = (char *)rtdb_attach(key + 1 + other, 0, &rtdb_shared_size[other]);
        if (!rtdb_shared[other])
            break;
    }
    rtdb_local = (char *)rtdb_attach(key + 1 + rtdb_def->agents, 0, &rtdb_local_size);
    /* Only our simulator has a clock. */
    rtdb_clock = (struct rtdb_clock *)rtdb_attach(key + RTDB_STRIDE - 1, sizeof *rtdb_clock, NULL);
    if (other < rtdb_def->agents || !rtdb_local) {
        fprintf(stderr, "rtdb: the data base of agent %d is not complete\n", agent);
        DB_free();
        return -1;
    }
    rtdb_agent = agent;
    return 0;
}

/* The number of the own agent; -1 before DB_init. */
static inline int Whoami(void)
{
    return rtdb_agent;
}

/* Write an own record; its size in bytes, or -1. */
static inline int DB_put(int id, const void *value)
{
    struct rtdb_record *record = rtdb_find(rtdb_agent, id);
    int64_t now = rtdb_now();
    int bank;

    if (!record)
        return -1;
    bank = !(record->bank & 1);
    memcpy((char *)record + record->offset + bank * record->size, value, (size_t)record->size);
    record->stamp[bank][0] = now / 1000000;
    record->stamp[bank][1] = now % 1000000;
    __atomic_store_n(&record->bank, bank, __ATOMIC_RELEASE);
    return record->size;
}

/* Read a record of an agent; its age in ms, or -1 if there is no value. *value* has room for the whole record. */
static inline int DB_get(int agent, int id, void *value)
{
    struct rtdb_record *record = rtdb_find(agent == SELF ? rtdb_agent : agent, id);
    int64_t seconds, rest, age;
    int bank, tries;

    if (!record)
        return -1;
    for (tries = 0; tries < 4; tries++) {
        bank = __atomic_load_n(&record->bank, __ATOMIC_ACQUIRE) & 1;
        seconds = record->stamp[bank][0];
        rest = record->stamp[bank][1];
        memcpy(value, (char *)record + record->offset + bank * record->size, (size_t)record->size);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (seconds == 0 && rest == 0)
            return -1;
        /* A writer comes back to this bank only after it has switched: then bank or stamp has changed. */
        if ((record->bank & 1) == bank && record->stamp[bank][0] == seconds && record->stamp[bank][1] == rest) {
            age = (rtdb_now() - seconds * 1000000 - rest) / 1000;
            return age < 0 ? 0 : age > INT32_MAX ? INT32_MAX : (int)age;
        }
    }
    return -1;
}

#endif
